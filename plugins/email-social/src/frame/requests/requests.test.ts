// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest'
import type { LoginWithKey } from '../account/account.js'
import { createRequests } from './requests.js'

const { frame, pauses } = vi.hoisted(() => ({
  frame: { generation: 1, login: null as unknown },
  /** Descriptions of accounts that wait for the node. Each function ends one. */
  pauses: [] as (() => void)[],
}))

vi.mock('./frame-session.js', () => ({
  createFrameSession: () => ({
    generation: () => frame.generation,
    approvals: () => 'frame',
    async finish() {
      if (frame.login === null) throw new Error('Log in first.')
      return frame.login
    },
  }),
}))
vi.mock('./user.js', () => ({
  chainOf: undefined,
  async describeUser({ address }: LoginWithKey) {
    await new Promise<void>((resolve) => pauses.push(resolve))
    return { address }
  },
}))

/** Requests the account of Ada’s login, and changes the login to `next` before the node answers. */
async function readUserWhile(next: { readonly address: string } | null) {
  pauses.length = 0
  Object.assign(frame, { login: { address: 'ada' } })
  const reply = createRequests('https://shop.example')({ type: '@w3m-app/GET_USER', id: '1', payload: undefined })
  const settled = reply.catch((error: unknown) => error)
  await vi.waitFor(() => expect(pauses).toHaveLength(1))
  if (next?.address !== 'ada') Object.assign(frame, { login: next, generation: frame.generation + 1 })
  pauses[0]?.()
  if (next && next.address !== 'ada') await vi.waitFor(() => expect(pauses).toHaveLength(2))
  pauses[1]?.()
  return settled
}

it('GET_USER is answered with the account of the login', async () => {
  expect(await readUserWhile({ address: 'ada' })).toEqual({ address: 'ada' })
})

it('GET_USER is answered with the account of a login that was made while the account was read', async () => {
  expect(await readUserWhile({ address: 'bob' })).toEqual({ address: 'bob' })
})

it('GET_USER is rejected if the visitor logs out while the account is read', async () => {
  expect(await readUserWhile(null)).toMatchObject({ message: 'Log in first.' })
})
