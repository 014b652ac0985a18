import { beforeEach, expect, it, vi } from 'vitest'
import { approvalsOf } from '../approval/approvals.test.fixtures.js'
import { FrameError, refusal } from '../gateway.js'
import { createEmailChange } from './email-change.js'
import { loginOf } from './login.test.fixtures.js'

const { begun, state } = vi.hoisted(() => ({
  /** Ids of earlier changes in the requests that begin a change. */
  begun: [] as (string | undefined)[],
  state: { error: undefined as Error | undefined },
}))

vi.mock('../gateway.js', async (original) => ({
  ...(await original<typeof import('../gateway.js')>()),
  gateway: {
    async beginEmailChange(_: string, { change }: { readonly change?: string }) {
      begun.push(change)
      if (state.error) throw state.error
      return { change: change ?? `change-${begun.length}`, step: 'PRIMARY', retryInSeconds: 30 }
    },
    async verifyNewEmail() {
      if (state.error) throw state.error
      return { email: NEW }
    },
  },
}))
vi.mock('../key/proof.js', () => ({ proveKey: async () => undefined }))
vi.mock('../element.js', () => ({ clear: () => undefined }))

const NEW = 'new@shop.example'
const login = loginOf({ email: 'old@shop.example' })
const expired = new FrameError('NOT_FOUND', 'The change of email has expired.', undefined, 'CHANGE_EXPIRED')

function start(current = login) {
  const ask = vi.fn(async () => undefined)
  const onChanged = vi.fn(async () => undefined)
  return {
    ...createEmailChange({ site: 'a', approvals: approvalsOf(ask), login: async () => current, onChanged }),
    ask,
    onChanged,
  }
}

beforeEach(() => {
  vi.unstubAllGlobals()
  begun.length = 0
  state.error = undefined
})

it('a change that has expired is approved again and started again', async () => {
  const { begin, ask } = start()
  await begin(NEW)
  state.error = expired
  await expect(begin(NEW)).rejects.toBe(expired)
  state.error = undefined
  await begin(NEW)
  expect(begun).toEqual([undefined, 'change-1', undefined])
  expect(ask).toHaveBeenCalledTimes(2)
})

it('a change that expires before the last code is started again, and changes nothing', async () => {
  const { begin, verifyNewEmail, onChanged } = start()
  await begin(NEW)
  state.error = expired
  await expect(verifyNewEmail('000000')).rejects.toBe(expired)
  state.error = undefined
  await begin(NEW)
  expect(begun).toEqual([undefined, undefined])
  expect(onChanged).not.toHaveBeenCalled()
})

it('another code of a change that has expired is refused in the language of the visitor, without an approval', async () => {
  const { begin, ask } = start()
  await begin(NEW)
  state.error = expired
  await expect(begin(NEW, { isResend: true })).rejects.toBe(expired)
  state.error = undefined
  vi.stubGlobal('document', { documentElement: { lang: 'de' } })
  await expect(begin(NEW, { isResend: true })).rejects.toMatchObject({
    ...{ code: 'NOT_FOUND', reason: 'CHANGE_EXPIRED' },
    message: 'Die Änderung der E-Mail ist abgelaufen. Beginnen Sie neu.',
  })
  expect(begun).toEqual([undefined, 'change-1'])
  expect(ask).toHaveBeenCalledOnce()
})

it('a resend for which the gateway has no key is not told as an expired change, and needs no other approval', async () => {
  const { begin, ask } = start()
  await begin(NEW)
  vi.stubGlobal('document', { documentElement: { lang: 'de' } })
  state.error = await refusal({
    code: 'NOT_FOUND',
    reason: 'NO_KEY',
    message: 'The server has no key for this wallet.',
  })
  await expect(begin(NEW, { isResend: true })).rejects.toMatchObject({
    ...{ code: 'NOT_FOUND', reason: 'NO_KEY' },
    message: 'Der Server hat keinen Schlüssel für diese Wallet. Wenden Sie sich an die Website.',
  })
  state.error = undefined
  await begin(NEW, { isResend: true })
  expect(begun).toEqual([undefined, 'change-1', 'change-1'])
  expect(ask).toHaveBeenCalledOnce()
})

it('another code of a current change is sent without another approval', async () => {
  const { begin, ask } = start()
  await begin(NEW)
  await begin(NEW, { isResend: true })
  expect(begun).toEqual([undefined, 'change-1'])
  expect(ask).toHaveBeenCalledOnce()
})

it('refusals of the frame are in the language of the visitor', async () => {
  vi.stubGlobal('document', { documentElement: { lang: 'de' } })
  await expect(start().verifyOldEmail('000000')).rejects.toMatchObject({
    ...{ code: 'NO_CODE', message: 'Fordern Sie zuerst einen Code an.' },
  })
  await expect(start(loginOf()).begin(NEW)).rejects.toMatchObject({
    ...{ code: 4200, message: 'Dieses Konto meldet sich nicht per E-Mail an.' },
  })
})

it('the last code can be sent again if the reply was lost', async () => {
  const { begin, verifyNewEmail, onChanged } = start()
  await begin(NEW)
  state.error = new TypeError('Failed to fetch')
  await expect(verifyNewEmail('000000')).rejects.toThrow()
  state.error = undefined
  expect(await verifyNewEmail('000000')).toEqual({ newEmail: NEW })
  expect(onChanged).toHaveBeenCalledWith(login, NEW)
})
