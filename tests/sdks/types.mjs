// Calls every method of a sandbox's Web API, hears its events, and writes all answers and events to `answers.ts` as literals of the
// published types. The compiler refuses a literal with a field that its type lacks. `node types.mjs CARD` takes the sandbox's card.

import { writeFileSync } from 'node:fs';
import { SocketModeClient } from '@slack/socket-mode';

const card = JSON.parse(process.argv[2]);
const literals = [];
const keep = (type, what, value) => literals.push(`// ${what}\nkeep<${type}>(${JSON.stringify(value, null, 1)});\n`);

// What the pages of these methods (docs.slack.dev/reference/methods/METHOD) show and their types leave out.
const documented = {
  'auth.revoke': '{ revoked: boolean }',
  'blocks.validate': '{ errors: Mistake[] }',
  'conversations.info': '{ channel: { user: string; priority: number } }',
  'conversations.leave': '{ not_in_channel: boolean }',
  'reactions.get': '{ file: File }',
};

const send = async (url, token, body) => {
  const answer = await fetch(url, { method: 'POST', headers: { authorization: `Bearer ${token}` }, body });
  return answer.json();
};
const capital = (word) => word[0].toUpperCase() + word.slice(1);

// Forms suit every method; what is not a text is JSON in them, as the SDKs write it.
const api = async (method, args = {}, token = card.bot_token) => {
  const text = (value) => (typeof value === 'string' ? value : JSON.stringify(value));
  const form = new URLSearchParams(Object.entries(args).map(([name, value]) => [name, text(value)]));
  const answer = await send(card.slack_api_url + method, token, form);
  const type = `web.${method.split('.').map(capital).join('')}Response`;
  keep(method in documented ? `${type} & ${documented[method]}` : type, `${method} ${JSON.stringify(args)}`, answer);
  return answer;
};
const good = async (method, args, token) => {
  const answer = await api(method, args, token);
  if (!answer.ok) throw new Error(`${method} ${JSON.stringify(args)}: ${JSON.stringify(answer)}`);
  return answer;
};
const bad = async (method, args, error) => {
  const answer = await api(method, args);
  if (answer.error !== error) throw new Error(`${method} ${JSON.stringify(args)}: ${JSON.stringify(answer)}`);
};
const control = async (path, body) => {
  const answer = await fetch(card.control_url + path, body && { method: 'POST', body: JSON.stringify(body) });
  const said = await answer.json();
  if (!answer.ok) throw new Error(`${path}: ${JSON.stringify(said)}`);
  return said;
};
const act = (path, body) => control(`/slack${path}`, body);
const until = async (holds) => {
  let seen = '';
  while (!(await holds())) seen = `?after=${(await control(`/wait${seen}`)).count}`;
};

const events = [];
const socket = new SocketModeClient({ appToken: card.app_token, clientOptions: { slackApiUrl: card.slack_api_url } });
socket.on('slack_event', async ({ ack, type, body }) => {
  if (type === 'events_api') events.push(body.event);
  await ack();
});
await socket.start();

const plain = (text) => ({ type: 'plain_text', text });
const mrkdwn = (text) => ({ type: 'mrkdwn', text });
const button = { type: 'button', action_id: 'go', value: '1', text: plain('Go') };
const people = Object.fromEntries((await control('/people')).people.map((one) => [one.handle, one.slack_user_id]));
const channels = Object.fromEntries((await control('/channels')).channels.map((one) => [one.name, one.id]));
const more = 'bookmarks:read canvases:read channels:join channels:manage emoji:read mpim:write pins:read team:read usergroups:read users.profile:read';
const scopes = [...(await act('/app')).scopes, ...more.split(' ')];
await act('/app', { scopes });
const me = await good('auth.test');
const { ana, ben, guest } = people;
const general = channels.general;

await auth();
const asked = await conversation();
await streams();
await uploads();
await reading();
await places();
await users();
await sessions();
await views();
await canvases();
await around();
await refusals();
await asides();
await installation();
await everything_heard();
write();

async function auth() {
  await good('api.test');
  await good('api.test', { foo: 'bar' });
  await bad('api.test', { error: 'my_error' }, 'my_error');
  await good('auth.test', {}, card.app_token);
  await good('apps.connections.open', {}, card.app_token);
  await good('auth.teams.list');
  await good('auth.revoke', { test: true });
}

async function conversation() {
  const asked = await act('/post', { person: 'ana', channel: 'general', text: '@countersign hello' });
  const thread_ts = asked.ts;
  await act('/post', { person: 'ben', channel: 'general', text: 'and me', thread_ts });
  const file = { name: 'notes.txt', text: 'one\ntwo\n' };
  await act('/post', { person: 'ana', channel: 'general', text: 'see', files: [file] });
  const voice = { name: 'clip.m4a', base64: 'AAAA', kind: 'audio/mp4', speech: 'hello' };
  await act('/post', { person: 'ana', channel: 'dm', text: '', files: [voice] });
  await act('/post', { person: 'ana', channel: 'dm', text: 'hello' });
  await act('/post', { person: 'ana', channel: 'partners', text: '@countersign hello', files: [file] });
  for (const bot of ['Deploys', 'Alerts', 'Flow']) {
    await act('/bot_post', { bot, channel: 'general', text: 'done', attachments: [{ title: 'A', text: 'B' }] });
  }
  const blocks = [
    { type: 'section', block_id: 'one', text: mrkdwn('*hi*'), accessory: button },
    { type: 'actions', block_id: 'two', elements: [button] },
    { type: 'context', elements: [mrkdwn('small')] },
    { type: 'markdown', text: '**bold**' },
    { type: 'table', rows: [[{ type: 'raw_text', text: 'A' }], [{ type: 'raw_text', text: 'B' }]] },
    { type: 'input', label: plain('Why'), element: { type: 'plain_text_input', action_id: 'why' } },
  ];
  const metadata = { event_type: 'order', event_payload: { id: '1' } };
  const posted = await good('chat.postMessage', { channel: general, thread_ts, text: 'Hello <@U1>', blocks, metadata });
  await good('chat.postMessage', { channel: general, markdown_text: '# Title\n\n- one\n- two\n\n`code` [a](https://a.example)' });
  await good('chat.postMessage', { channel: general, text: 'x', attachments: [{ text: 'old', blocks }] });
  await good('chat.postMessage', { channel: general, thread_ts, text: 'all', reply_broadcast: true });
  await good('chat.postMessage', { channel: ana, text: 'hello' });
  await good('chat.update', { channel: general, ts: posted.ts, text: 'Changed', blocks });
  await good('chat.postEphemeral', { channel: general, user: ana, text: 'only you' });
  await good('chat.getPermalink', { channel: general, message_ts: posted.ts });
  await act('/click', { person: 'ana', channel: 'general', ts: posted.ts, action: 'Go' });
  const gone = await good('chat.postMessage', { channel: general, text: 'gone' });
  await good('chat.delete', { channel: general, ts: gone.ts });
  await act('/edit', { person: 'ana', channel: 'general', ts: thread_ts, text: '@countersign hello again' });
  const root = await act('/post', { person: 'ana', channel: 'general', text: 'to be deleted' });
  await act('/post', { person: 'ben', channel: 'general', text: 'reply', thread_ts: root.ts });
  await act('/delete', { person: 'ana', channel: 'general', ts: root.ts });
  const alone = await act('/post', { person: 'ana', channel: 'general', text: 'alone' });
  await act('/unfurl', { channel: 'general', ts: alone.ts, attachments: [{ title: 'T', title_link: 'https://a.example' }] });
  await act('/delete', { person: 'ana', channel: 'general', ts: alone.ts });
  for (const timestamp of [posted.ts, thread_ts]) {
    await good('reactions.add', { channel: general, timestamp, name: 'eyes' });
    await good('reactions.get', { channel: general, timestamp });
  }
  await good('reactions.remove', { channel: general, timestamp: posted.ts, name: 'eyes' });
  return asked;
}

async function streams() {
  const to = { channel: general, thread_ts: asked.ts, recipient_user_id: ana, recipient_team_id: me.team_id };
  const { ts } = await good('chat.startStream', { ...to, markdown_text: 'A **first**' });
  await good('chat.appendStream', { channel: general, ts, markdown_text: ' part' });
  const feedback = { type: 'feedback_buttons', action_id: 'f', positive_button: { text: plain('Good'), value: '1' }, negative_button: { text: plain('Bad'), value: '0' } };
  await good('chat.stopStream', { channel: general, ts, markdown_text: '.', blocks: [{ type: 'context_actions', elements: [feedback] }] });
  const task = { type: 'task_update', id: 't', title: 'Look', status: 'in_progress', details: 'd', output: 'o', sources: [{ type: 'url', url: 'https://a.example', text: 'A' }] };
  const plan = await good('chat.startStream', { ...to, task_display_mode: 'plan', chunks: [{ type: 'plan_update', title: 'Plan' }, task] });
  await good('chat.stopStream', { channel: general, ts: plan.ts, chunks: [{ ...task, status: 'complete' }] });
}

async function uploads() {
  const upload = async (filename, content, share) => {
    const { upload_url, file_id } = await good('files.getUploadURLExternal', { filename, length: content.length, alt_text: 'alt' });
    await fetch(upload_url, { method: 'POST', body: content });
    await good('files.completeUploadExternal', { files: [{ id: file_id, title: filename }], ...share });
    return file_id;
  };
  const shared = await upload('prices.csv', 'tea,2\n', { channel_id: general, thread_ts: asked.ts, initial_comment: 'The prices' });
  const own = await upload('own.txt', 'own', {});
  const shows = (message) => message.files?.some((file) => file.id === shared);
  await until(async () => (await act(`/messages?channel=general&thread_ts=${asked.ts}`)).messages.some(shows));
  for (const file of [shared, own]) await good('files.info', { file });
  await good('reactions.get', { file: shared });
  await good('files.list');
  await good('files.delete', { file: own });
}

async function reading() {
  await good('conversations.history', { channel: general, include_all_metadata: true });
  const page = await good('conversations.history', { channel: general, limit: 1 });
  await good('conversations.history', { channel: general, limit: 1, cursor: page.response_metadata.next_cursor });
  await good('conversations.history', { channel: channels.partners });
  await good('conversations.replies', { channel: general, ts: asked.ts, include_all_metadata: true });
  await good('conversations.replies', { channel: general, ts: asked.ts, limit: 1 });
  const dm = await good('conversations.open', { users: ana, return_im: true });
  await good('conversations.history', { channel: dm.channel.id });
  await good('conversations.mark', { channel: general, ts: asked.ts });
}

async function places() {
  await good('conversations.open', { users: ana });
  for (const return_im of [true, false]) await good('conversations.open', { users: `${ana},${ben}`, return_im });
  await good('conversations.open', { users: `${ana},${ben},${guest}`, return_im: true });
  await good('conversations.list', { types: 'public_channel,private_channel,mpim,im' });
  await good('conversations.list', { limit: 1 });
  for (const channel of [...Object.values(channels)]) {
    await good('conversations.info', { channel, include_num_members: true, include_locale: true });
  }
  await good('conversations.members', { channel: general, limit: 1 });
  await good('users.conversations', { types: 'public_channel,private_channel,mpim,im' });
  await good('users.conversations', { user: ana });
  await act('/channels', { name: 'other', members: ['ana'], agent: false });
  const other = (await control('/channels')).channels.find((one) => one.name === 'other').id;
  await good('conversations.join', { channel: other });
  await good('conversations.join', { channel: other });
  await good('conversations.leave', { channel: other });
  await good('conversations.leave', { channel: other });
  await good('team.info');
}

async function users() {
  for (const user of [...Object.values(people), me.user_id, 'USLACKBOT']) {
    await good('users.info', { user, include_locale: true });
    await good('users.profile.get', { user, include_labels: true });
  }
  await good('users.info', { user: ana });
  await good('users.list');
  await good('users.list', { limit: 1 });
  await good('users.lookupByEmail', { email: `ana@fernwood.example` });
  await good('users.getPresence', { user: ana });
  await good('users.getPresence');
  await good('bots.info');
  for (const { bot_id, user_id } of (await act('/bots')).bots) {
    await good('bots.info', { bot: bot_id });
    if (user_id) await good('users.info', { user: user_id });
  }
}

async function sessions() {
  const thread = { channel_id: general, thread_ts: asked.ts };
  await good('assistant.threads.setStatus', { ...thread, status: 'is thinking', loading_messages: ['one'] });
  await good('agents.sessions.setStatus', { ...thread, status: 'processing', title: 'Hello', initiator_user_id: ana });
  await good('conversations.replies', { channel: general, ts: asked.ts });
  await act('/stop', { person: 'ana', channel: 'general', thread_ts: asked.ts });
  await good('agents.sessions.setStatus', { ...thread, status: 'suspended' });
  await good('agents.sessions.rename', { ...thread, title: 'Renamed' });
  await act('/rename', { person: 'ana', channel: 'general', thread_ts: asked.ts, title: 'Mine' });
  await good('assistant.threads.setTitle', { ...thread, title: 'Again' });
  const dm = await good('conversations.open', { users: ana });
  await good('assistant.threads.setSuggestedPrompts', { channel_id: dm.channel.id, title: 'Try', prompts: [{ title: 'a', message: 'b' }] });
}

async function views() {
  const option = { text: plain('A'), value: 'a' };
  const input = (block_id, element) => ({ type: 'input', block_id, label: plain(block_id), element: { action_id: 'x', ...element } });
  const view = {
    type: 'modal', callback_id: 'form', private_metadata: 'm', notify_on_close: true, title: plain('Form'), submit: plain('Send'), close: plain('Cancel'),
    blocks: [
      { type: 'section', block_id: 'words', text: mrkdwn('Words') },
      { type: 'actions', block_id: 'buttons', elements: [button, { type: 'static_select', action_id: 'menu', options: [option] }] },
      { ...input('text', { type: 'plain_text_input', initial_value: 'v' }), optional: true, hint: plain('hint') },
      input('choice', { type: 'static_select', options: [option], initial_option: option }),
    ],
  };
  const trigger = async () =>
    (await act('/command', { person: 'ana', channel: 'general', command: '/countersign', text: 'hello' })).payload.trigger_id;
  const opened = await good('views.open', { trigger_id: await trigger(), view });
  await good('views.update', { view_id: opened.view.id, view: { ...view, title: plain('Changed') } });
  const pressed = await act('/press', { person: 'ana', on: 'modal', action: 'go' });
  await good('views.push', { trigger_id: pressed.trigger_ids[0], view: { ...view, callback_id: 'upper' } });
  await act('/submit', { person: 'ana', values: { text: { x: 'typed' }, choice: { x: 'a' } } });
  const home = { type: 'home', callback_id: 'home', blocks: [{ type: 'section', text: mrkdwn('At home') }] };
  await act('/home', { person: 'ana', tab: 'home' });
  await good('views.publish', { user_id: ana, view: home });
  await act('/home', { person: 'ana', tab: 'home' });
  await act('/home', { person: 'ana', tab: 'messages' });
  await good('blocks.validate', { view });
  await bad('blocks.validate', { blocks: [{ type: 'header' }] }, 'invalid_blocks');
}

async function canvases() {
  const document_content = { type: 'markdown', markdown: '# Head\n\nText' };
  const { canvas_id } = await good('canvases.create', { title: 'Plan', document_content });
  const found = await good('canvases.sections.lookup', { canvas_id, criteria: { section_types: ['any_header'] } });
  await good('canvases.edit', { canvas_id, changes: [{ operation: 'replace', section_id: found.sections[0].id, document_content }] });
  await good('canvases.access.set', { canvas_id, access_level: 'read', user_ids: [ana] });
  await good('canvases.access.set', { canvas_id, access_level: 'read', user_ids: ['U0NOBODY'] });
  await good('canvases.access.delete', { canvas_id, user_ids: [ana] });
  await good('conversations.canvases.create', { channel_id: general, document_content });
  await good('canvases.delete', { canvas_id });
}

async function around() {
  await act('/people', { handle: 'zoe', name: 'Zoe Lind', standing: 'guest' });
  await act('/people/status', { person: 'ben', status: 'At lunch' });
  await act('/channels/join', { channel: 'general', person: 'zoe', by: 'ana' });
  await act('/channels', { name: 'connected', members: ['ana'] });
  await act('/channels/share', { channel: 'connected', company: 'harbor.example' });
  await act('/channels/unshare', { channel: 'connected', company: 'harbor.example' });
  await act('/channels/change_id', { channel: 'connected' });
  await act('/look', { person: 'ana', channel: 'general', ts: asked.ts });
  await act('/shortcut', { person: 'ana', callback_id: 'ask_about_message', channel: 'general', ts: asked.ts });
}

async function refusals() {
  await bad('chat.postMessage', { channel: general, blocks: [{ type: 'section' }] }, 'invalid_blocks');
  await bad('chat.update', { channel: general, ts: asked.ts, text: 'x' }, 'cant_update_message');
  await bad('views.publish', { user_id: ana, view: { type: 'home', blocks: [{ type: 'alert' }] } }, 'invalid_arguments');
  await bad('conversations.info', { channel: 'C0NOWHERE' }, 'channel_not_found');
  await bad('files.completeUploadExternal', { files: [] }, 'invalid_arguments');
  await bad('assistant.threads.setStatus', { channel_id: general, thread_ts: asked.ts }, 'invalid_arguments');
  await act('/app', { scopes: ['chat:write'] });
  await bad('users.info', { user: ana }, 'missing_scope');
  await bad('conversations.history', { channel: general }, 'missing_scope');
  await act('/app', { scopes });
}

async function asides() {
  await good('emoji.list');
  await good('usergroups.list');
  await good('pins.list', { channel: general });
  await good('bookmarks.list', { channel_id: general });
  const manifest = { display_information: { name: 'A' } };
  await good('apps.manifest.validate', { manifest }, card.configuration_token);
  await api('apps.manifest.validate', { manifest: { display_information: {} } }, card.configuration_token);
}

// The last of all, since it ends with the app gone.
async function installation() {
  const redirect_uri = 'http://127.0.0.1:1/slack';
  const client = { client_id: card.slack_client_id, client_secret: card.slack_client_secret };
  await act('/app', { redirect_uris: [redirect_uri], token_rotation: true });
  const asks = new URLSearchParams({ client_id: client.client_id, scope: 'chat:write,users:read', redirect_uri, state: 's' });
  const form = new URLSearchParams({ query: asks.toString(), person: 'ana', decision: 'allow' });
  const allowed = await fetch(card.slack_authorize_url, { method: 'POST', body: form, redirect: 'manual' });
  const code = new URL(allowed.headers.get('location')).searchParams.get('code');
  const installed = await good('oauth.v2.access', { ...client, code, redirect_uri });
  const renewed = await good('oauth.v2.access', { ...client, grant_type: 'refresh_token', refresh_token: installed.refresh_token });
  await good('apps.uninstall', client, renewed.access_token);
}

async function everything_heard() {
  await until(async () => (await act('/deliveries')).deliveries.every((one) => one.stage === 'acknowledged'));
  await socket.disconnect();
  for (const event of events) {
    const { type, subtype } = event;
    keep(type === 'message' ? `Told<'${subtype}'>` : `Event<'${type}'>`, `event ${type} ${subtype ?? ''}`, event);
  }
}

// The compiler's part. Everything is optional there: the types name fields as required that come only with some events.
function write() {
  const head = `
import type * as web from '@slack/web-api';
import type * as slack from '@slack/types';

type Answered = NonNullable<web.ConversationsHistoryResponse['messages']>[number];
type File = web.FilesInfoResponse['file'];
type Mistake = NonNullable<web.BlocksValidateResponse['errors']>[number] & { field: string };

// No published type has every field of a message: each was made of a few samples. These are the fields of all of them together.
interface Message
  extends Omit<Answered, 'root'>,
    Pick<slack.GenericMessageEvent, 'app_context' | 'channel' | 'channel_type' | 'event_ts'>,
    Pick<slack.BotMessageEvent, 'streaming_state'>,
    Pick<slack.AppMentionEvent, 'source_team' | 'user_team'> {
  root: Message;
}
interface Changed extends Omit<slack.MessageChangedEvent, 'message' | 'previous_message'> {
  message: Message;
  previous_message: Message;
}
interface Deleted extends Omit<slack.MessageDeletedEvent, 'previous_message'> {
  previous_message: Message;
}
type Told<S> = S extends 'message_changed' ? Changed : S extends 'message_deleted' ? Deleted : Message;

// The page of this event (docs.slack.dev/reference/events/app_home_opened) shows a view as views.publish answers it.
interface Opened extends Omit<slack.AppHomeOpenedEvent, 'view'> {
  view: web.ViewsPublishResponse['view'];
}
type Event<T> = T extends 'app_home_opened' ? Opened : Extract<slack.SlackEvent, { type: T }>;

// Slack writes null for these where there is nothing (docs.slack.dev/reference/methods/conversations.history and views.publish).
type Null = 'channel_actions_ts' | 'close' | 'previous_view_id' | 'submit';
// The blocks in answers are those of samples too; the blocks that apps send have types of their own.
type Part<K, V> = K extends 'blocks'
  ? slack.KnownBlock[]
  : [K, V] extends ['messages', object[] | undefined]
    ? Partly<Message>[]
    : K extends Null
      ? Partly<V> | null
      : K extends 'root'
        ? Partly<Message>
        : Partly<V>;
// A list of words is written as words, though its type is an enumeration.
type Partly<T> = T extends string
  ? \`\${T}\`
  : T extends (infer E)[]
    ? Partly<E>[]
    : T extends object
      ? { [K in keyof T]?: Part<K, T[K]> }
      : T;
function keep<T>(_: Partly<T>): void {}
`;
  writeFileSync('answers.ts', [head, ...literals].join('\n'));
}
