//! What speaks for each tool while a question is answered.

/// What speaks for each tool: of everything a word can mean only what says most.
pub(super) struct Scores {
    of_word: Vec<f32>,
    touched: Vec<usize>,
    sums: Vec<f32>,
}

impl Scores {
    pub(super) fn new(tools: usize) -> Self {
        Self { of_word: vec![0.0; tools], touched: Vec::new(), sums: vec![0.0; tools] }
    }

    pub(super) fn count(&mut self, postings: &[(u32, f32)], share: f32) {
        for (tool, weight) in postings {
            let Ok(place) = usize::try_from(*tool) else { continue };
            let Some(most) = self.of_word.get_mut(place) else { continue };
            if *most == 0.0 {
                self.touched.push(place);
            }
            *most = most.max(weight * share);
        }
    }

    /// A word has been counted.
    pub(super) fn settle(&mut self) {
        for place in self.touched.drain(..) {
            if let (Some(most), Some(sum)) = (self.of_word.get_mut(place), self.sums.get_mut(place)) {
                *sum += *most;
                *most = 0.0;
            }
        }
    }

    pub(super) fn best(self, most: usize) -> Vec<usize> {
        let mut best: Vec<(usize, f32)> =
            self.sums.into_iter().enumerate().filter(|(_, sum)| *sum > 0.0).collect();
        let order =
            |one: &(usize, f32), other: &(usize, f32)| other.1.total_cmp(&one.1).then(one.0.cmp(&other.0));
        if most < best.len() && most > 0 {
            best.select_nth_unstable_by(most - 1, order);
        }
        best.truncate(most);
        best.sort_unstable_by(order);
        best.into_iter().map(|(place, _)| place).collect()
    }
}
