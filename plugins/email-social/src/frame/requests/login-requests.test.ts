import { beforeEach, expect, it, vi } from 'vitest'
import type { FrameRequest } from '../../frame-messages.js'
import { loginOf } from '../account/login.test.fixtures.js'
import { approvalsOf } from '../approval/approvals.test.fixtures.js'
import { FrameError } from '../gateway.js'
import type { FrameSession } from './frame-session.js'
import { createLoginRequests } from './login-requests.js'

const { stored } = vi.hoisted(() => ({ stored: { session: undefined as string | undefined } }))
vi.mock('../account/account.js', () => ({ readSession: async () => stored.session }))
const expired = new FrameError('INVALID_REQUEST', 'The login has expired.', undefined, 'LOGIN_EXPIRED')
vi.mock('../login/social.js', () => ({
  createSocialAttempts: () => ({
    begin: async () => ({ uri: '' }),
    redeem: () => Promise.reject(expired),
  }),
}))
vi.mock('../login/email-login.js', () => ({ createEmailLogin: () => undefined }))

const attempt = 'a'.repeat(64)
const begin = {
  ...{ type: '@w3m-app/GET_SOCIAL_REDIRECT_URI', id: '1' },
  payload: { provider: 'google', attempt, returnUrl: 'https://shop.example/' },
} as const satisfies FrameRequest
const finish = {
  type: '@w3m-app/CONNECT_SOCIAL',
  id: '2',
  payload: { attempt, uri: '#' },
} as const satisfies FrameRequest

/** Begins a login, then finishes it after `meanwhile`. */
async function logIn(meanwhile: () => void): Promise<unknown> {
  const login = async () => (stored.session === undefined ? null : loginOf())
  const unexpected = () => Promise.reject(new Error('This test does not expect this call.'))
  const session: FrameSession = {
    ...{ generation: () => 0, approvals: () => 'frame', restore: login, refresh: login, leave: () => null },
    ...{ enter: unexpected, loggedIn: unexpected, finish: unexpected, changeEmail: unexpected },
  }
  const requests = createLoginRequests({ site: 'https://shop.example', approvals: approvalsOf(unexpected), session })
  const answer = (request: FrameRequest) => requests.answer(request, async () => undefined)
  await answer(begin)
  meanwhile()
  return answer(finish)
}

beforeEach(() => {
  stored.session = undefined
})

it.each([
  ['nobody was logged in before', undefined],
  ['another account was logged in before', 's1'],
])('a page that was suspended continues with the login that its window has finished: %s', async (_, before) => {
  stored.session = before
  expect(await logIn(() => (stored.session = 's2'))).toEqual({ next: 'NOTHING' })
})

it.each([
  ['there is no login', undefined],
  ['only the earlier login is stored', 's1'],
])('an expired login is an error if %s', async (_, before) => {
  stored.session = before
  await expect(logIn(() => undefined)).rejects.toBe(expired)
})
