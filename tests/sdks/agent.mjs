// An agent as somebody writes one with Bolt for JavaScript. Nothing in it knows that the Slack it talks to is a sandbox.
// `node agent.mjs socket` listens over Socket Mode, `node agent.mjs http` on a port, which it prints.

import bolt from '@slack/bolt';

const { SLACK_API_URL, SLACK_APP_TOKEN, SLACK_BOT_TOKEN, SLACK_SIGNING_SECRET } = process.env;
const overHttp = process.argv[2] === 'http';
const app = new bolt.App({
  token: SLACK_BOT_TOKEN,
  clientOptions: { slackApiUrl: SLACK_API_URL },
  ...(overHttp ? { signingSecret: SLACK_SIGNING_SECRET } : { socketMode: true, appToken: SLACK_APP_TOKEN }),
});
const plain = (text) => ({ type: 'plain_text', text });

app.event('app_mention', async ({ event, context, client, say }) => {
  const button = { type: 'button', action_id: 'open_form', value: 'tea', text: plain('Fill in') };
  const blocks = [{ type: 'actions', block_id: 'buttons', elements: [button] }];
  await say({ thread_ts: event.ts, text: `You said: ${event.text}`, blocks });

  const stream = client.chatStream({
    channel: event.channel,
    thread_ts: event.ts,
    recipient_team_id: context.teamId,
    recipient_user_id: event.user,
    buffer_size: 8,
  });
  await stream.append({ markdown_text: 'A **first** part, ' });
  await stream.append({ markdown_text: 'a second part, ' });
  await stream.stop({ markdown_text: 'and the end.' });

  await client.files.uploadV2({
    channel_id: event.channel,
    thread_ts: event.ts,
    filename: 'prices.csv',
    content: 'tea,2\nsalt,1\n',
    initial_comment: 'The prices',
  });
});

app.action('open_form', async ({ ack, action, body, client, respond }) => {
  await ack();
  await client.views.open({
    trigger_id: body.trigger_id,
    view: {
      type: 'modal',
      callback_id: 'form',
      private_metadata: JSON.stringify({ channel: body.channel.id, thread: body.message.thread_ts }),
      title: plain('Order'),
      submit: plain('Send'),
      blocks: [
        {
          type: 'input',
          block_id: 'amount',
          label: plain('How many'),
          element: { type: 'plain_text_input', action_id: 'text' },
        },
      ],
    },
  });
  await respond({ replace_original: true, text: `Filling in the order of ${action.value}` });
});

app.view('form', async ({ ack, client, view }) => {
  const amount = view.state.values.amount.text.value;
  if (Number.isNaN(Number(amount))) {
    await ack({ response_action: 'errors', errors: { amount: 'A number, please' } });
    return;
  }
  await ack();
  const { channel, thread } = JSON.parse(view.private_metadata);
  await client.chat.postMessage({ channel, thread_ts: thread, text: `Ordered ${amount}` });
});

app.command('/countersign', async ({ ack, command, respond }) => {
  await ack(`Looking for ${command.text}`);
  await respond(`Found ${command.text}`);
});

app.shortcut('ask_about_message', async ({ ack, client, shortcut }) => {
  await ack();
  const { channel, message } = shortcut;
  await client.chat.postMessage({ channel: channel.id, thread_ts: message.ts, text: `About: ${message.text}` });
});

app.event('app_home_opened', async ({ event, client }) => {
  if (event.tab !== 'home') return;
  const text = { type: 'mrkdwn', text: 'At home' };
  await client.views.publish({ user_id: event.user, view: { type: 'home', blocks: [{ type: 'section', text }] } });
});

app.error(async (error) => console.error(error));

const server = await app.start(overHttp ? { host: '127.0.0.1', port: 0 } : undefined);
console.log(overHttp ? `listening on ${server.address().port}` : 'connected');
