-- Why a write could run without a question was a sentence, and is a type now. A sentence that was never ours is unknown.
UPDATE journal SET entry = json_set(entry, '$.Running.waiver', json(
    CASE
        WHEN entry ->> '$.Running.waiver.Rule' = 'read' THEN '{"Policy":"read"}'
        WHEN entry ->> '$.Running.waiver.Rule' = 'own edit' THEN '{"Policy":"edit"}'
        WHEN entry ->> '$.Running.waiver.Rule' = 'in the requester''s own words' THEN '"OwnWords"'
        WHEN entry ->> '$.Running.waiver.Rule' = 'the person has approved the like of it in this thread'
            THEN '"SimilarApproval"'
        WHEN entry ->> '$.Running.waiver.Rule' GLOB 'standing rule ?*'
            THEN json_object('PersonRule', substr(entry ->> '$.Running.waiver.Rule', 15))
        WHEN entry ->> '$.Running.waiver.Rule' GLOB 'the operator''s rule ?*'
            THEN json_object('OperatorRule', substr(entry ->> '$.Running.waiver.Rule', 21))
        ELSE json_object('Unknown', entry ->> '$.Running.waiver.Rule')
    END
)) WHERE entry LIKE '{"Running":%' AND json_type(entry, '$.Running.waiver.Rule') = 'text';
