import { beforeEach, expect, it, vi } from 'vitest'
import { FrameError } from '../gateway.js'
import type { LoginWithKey } from './account.js'
import { createEmailChange } from './email-change.js'

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
const login = { session: 's1', account: { email: 'old@shop.example' } } as LoginWithKey
const expired = new FrameError('NOT_FOUND', 'The change of email has expired.', undefined, 'CHANGE_EXPIRED')

function start() {
  const ask = vi.fn(async () => undefined)
  const onChanged = vi.fn(async () => undefined)
  const handle = (request: (approvals: object) => unknown) => request({ ask })
  const approvals = { handle } as unknown as Parameters<typeof createEmailChange>[0]['approvals']
  return { ...createEmailChange({ site: 'a', approvals, login: async () => login, onChanged }), ask, onChanged }
}

beforeEach(() => {
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

it('the last code can be sent again if the reply was lost', async () => {
  const { begin, verifyNewEmail, onChanged } = start()
  await begin(NEW)
  state.error = new TypeError('Failed to fetch')
  await expect(verifyNewEmail('000000')).rejects.toThrow()
  state.error = undefined
  expect(await verifyNewEmail('000000')).toEqual({ newEmail: NEW })
  expect(onChanged).toHaveBeenCalledWith(login, NEW)
})
