//! What whoever runs the house says about tools, where it is asked.

use std::sync::Arc;

use kernel::{AnyTool, Asking, Definition, Failure, ToolCall};

use crate::call::prepare::refuse_by_rule;
use crate::worker::Authorization;

impl Authorization<'_> {
    /// What was allowed when it was asked for may have been taken away since.
    pub(crate) fn still_allowed(&self, tool: &dyn AnyTool) -> Result<(), Failure> {
        let tools = &self.ctx.engine.tools;
        let refused = refuse_by_rule(tool, tools.rules(), &tools.agent(&self.ctx.lane.thread));
        refused.map_err(|refusal| refusal.failure)
    }

    /// What the thread hears of while it runs, unless they want it quiet.
    pub(crate) fn mentioned(&self, call: &ToolCall) -> Option<Arc<dyn AnyTool>> {
        let tools = &self.ctx.engine.tools;
        let tool = tools.toolbox().now().meant(&mut call.clone())?;
        (!tools.rules().hooks.silent.covers(tool.definition())).then_some(tool)
    }

    /// When they want people to be asked; and what they want to read in the log is said there.
    pub(crate) fn hook(&self, tool: &Definition) -> Asking {
        let hooks = &self.ctx.engine.tools.rules().hooks;
        if hooks.log.covers(tool) {
            tracing::info!(thread = %self.ctx.lane.thread, tool = tool.name, "called");
        }
        if hooks.confirm.covers(tool) { Asking::Always } else { Asking::ByKind }
    }
}
