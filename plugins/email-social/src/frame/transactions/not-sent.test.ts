// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { FrameError } from '../gateway.js'
import { markNotSent } from './not-sent.js'

const errorOf = (error: Error): Promise<unknown> => markNotSent(() => Promise.reject(error)).catch((thrown) => thrown)

it.each([
  ["the node's error for the estimate", new FrameError('SOURCE_FAILED', 'execution reverted'), 'execution reverted'],
  [
    'a node that does not answer',
    new FrameError('UNANSWERED', 'The network does not answer.'),
    'The network does not answer.',
  ],
  ['a gateway that cannot be reached', new TypeError('Failed to fetch'), 'Something went wrong'],
  [
    'a file that is missing after an update of the gateway',
    new TypeError('Importing a module script failed.'),
    'A part of the wallet could not be loaded. Reload the page.',
  ],
])('gives the code NOT_SENT to %s', async (_, error, message) => {
  expect(await errorOf(error)).toMatchObject({ code: 'NOT_SENT', message })
})

it.each([4001, 4100, 5760, -32_602, 'UNAUTHORIZED'])('keeps the code %s', async (code) => {
  const error = new FrameError(code, 'no')
  expect(await errorOf(error)).toBe(error)
})
