import { once } from 'node:events'
import { expect, it } from 'vitest'
import { parseReply } from '../frame-messages.js'
import { FrameError } from './gateway.js'
import { serveRequests } from './serve-requests.js'

/** Sends messages to a port that answers each valid request with its type. Returns the replies to all of them. */
const repliesTo = (...messages: readonly unknown[]): Promise<readonly unknown[]> =>
  answers(messages, async ({ type }) => type)

async function answers(
  messages: readonly unknown[],
  answer: Parameters<typeof serveRequests>[1],
): Promise<readonly unknown[]> {
  const { port1, port2 } = new MessageChannel()
  serveRequests(port2, answer)
  const replies: unknown[] = []
  port1.onmessage = ({ data }) => replies.push(data)
  for (const message of [...messages, { type: '@w3m-app/RPC_ABORT', id: 'last' }]) port1.postMessage(message)
  while (!replies.some((reply) => Reflect.get(Object(reply), 'id') === 'last')) await once(port1, 'message')
  port1.close()
  return replies.slice(0, -1)
}

it('a request with an invalid payload gets an error, so that the page does not wait for its time limit', async () => {
  expect(await repliesTo({ type: '@w3m-app/UPDATE_EMAIL', id: 'a', payload: { email: 'nobody' } })).toEqual([
    { type: '@w3m-frame/UPDATE_EMAIL_ERROR', id: 'a', payload: { code: -32602, message: 'The request is not valid.' } },
  ])
})

it('a request that only a later version of the page sends gets an error', async () => {
  expect(await repliesTo({ type: '@w3m-app/NEW_MESSAGE', id: 'a' })).toEqual([
    expect.objectContaining({ type: '@w3m-frame/NEW_MESSAGE_ERROR', id: 'a' }),
  ])
})

it('messages without a valid type and id, and repeated ids, get no reply', async () => {
  const valid = { type: '@w3m-app/IS_CONNECTED', id: 'a' }
  expect(await repliesTo(null, 'text', { type: 'IS_CONNECTED', id: 'b' }, { ...valid, id: '' }, valid, valid)).toEqual([
    { type: '@w3m-frame/IS_CONNECTED_SUCCESS', id: 'a', payload: valid.type },
  ])
})

it('the reason of a refusal reaches the page', async () => {
  const message = 'The change of email has expired. Start again.'
  const [reply] = await answers(
    [{ type: '@w3m-app/UPDATE_EMAIL', id: 'a', payload: { email: 'ada@example.org', isResend: true } }],
    () => Promise.reject(new FrameError('NOT_FOUND', message, undefined, 'CHANGE_EXPIRED')),
  )
  const failure = { code: 'NOT_FOUND', message, reason: 'CHANGE_EXPIRED' }
  expect(parseReply('UPDATE_EMAIL', reply)).toEqual({ ok: false, failure })
})
