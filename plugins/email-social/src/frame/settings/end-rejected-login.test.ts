import { beforeEach, expect, it, vi } from 'vitest'
import type { FrameRequest } from '../../frame-messages.js'
import type { Login } from '../account/account.js'
import { FrameError } from '../gateway.js'
import { endRejectedLogin } from './end-rejected-login.js'

const { deleted } = vi.hoisted(() => ({ deleted: [] as string[] }))

vi.mock('../account/account.js', () => ({
  deleteSession: async ({ session }: Login) => void deleted.push(session),
}))

const request: FrameRequest = { id: '1', type: '@w3m-app/IS_CONNECTED' }
const ended = new FrameError('UNAUTHORIZED', 'The login has ended. Log in again.')
const login = { session: 's1' } as Login

/**
 * Answers a request whose call to the gateway fails with `error`, and logs in again meanwhile if `isReplaced`. Expects a rejection that matches
 * `reply`. Resolves with the number of ended logins.
 */
async function answer(error: Error, { isReplaced = false, reply = error as object } = {}): Promise<number> {
  let generation = 1
  const leave = vi.fn(() => login)
  const fail = async () => {
    if (isReplaced) generation++
    throw error
  }
  const guarded = endRejectedLogin(fail, { generation: () => generation, leave })
  await expect(guarded(request)).rejects.toMatchObject(reply)
  return leave.mock.calls.length
}

beforeEach(() => {
  deleted.length = 0
})

it('a login that the gateway has ended ends in the frame too, and its session is deleted', async () => {
  expect([await answer(ended), deleted]).toEqual([1, ['s1']])
})

it('the late reply to an earlier login does not end the login after it, in the frame or in the page', async () => {
  // the page ends its login on `UNAUTHORIZED`
  const reply = { name: 'FrameError', code: 4100, message: 'The login has ended. Log in again.' }
  expect([await answer(ended, { isReplaced: true, reply }), deleted]).toEqual([0, []])
})

it.each([
  ['of another code', new FrameError('NOT_ALLOWED', 'The key of the account has not signed this request.')],
  ['that is not the gateway’s', Object.assign(new Error('failed'), { code: 'UNAUTHORIZED' })],
])('an error %s ends no login', async (_, error) => {
  expect([await answer(error), deleted]).toEqual([0, []])
})
