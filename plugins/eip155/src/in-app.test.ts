// @vitest-environment happy-dom
import { createWalletModal, type WalletModal } from '@wallet-modal/kernel'
import { REPLY_TIMEOUT_MS } from '@wallet-modal/kernel/in-app'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { eip155 } from './index.js'

const ADDRESS = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const create = (): WalletModal => createWalletModal({ plugins: [eip155()], prefetch: 'never', logLevel: 'silent' })
const status = (modal: WalletModal) => modal.connections.status.peek()

let requestedMethods: string[]
let accounts: () => Promise<readonly string[]>
let listeners: Map<string, (payload: unknown) => void>
const ethereum = {
  on: (event: string, run: (payload: unknown) => void) => void listeners.set(event, run),
  removeListener: (event: string) => void listeners.delete(event),
  request: async ({ method }: { method: string }) => {
    requestedMethods.push(method)
    return method === 'eth_chainId' ? '0x1' : accounts()
  },
}
beforeEach(() => {
  requestedMethods = []
  listeners = new Map()
  accounts = async () => [ADDRESS]
  localStorage.clear()
  vi.stubGlobal('ethereum', ethereum)
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (Linux; Android 15) Mobile Wallet/1.0')
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('in a wallet browser that never answers eth_accounts, reconnecting ends after REPLY_TIMEOUT_MS', async () => {
  accounts = () => new Promise(() => undefined)
  using modal = create()
  await vi.waitFor(() => expect(requestedMethods).toEqual(['eth_accounts']), 15_000)
  expect(status(modal)).toBe('reconnecting')
  await vi.waitFor(() => expect(status(modal)).toBe('disconnected'), REPLY_TIMEOUT_MS + 1000)
})

test('an error of a wallet browser leaves the modal disconnected and reports no error', async () => {
  accounts = async () => {
    throw new Error('locked')
  }
  using modal = create()
  await vi.waitFor(() => expect(requestedMethods).toEqual(['eth_accounts']), 15_000)
  await vi.waitFor(() => expect(status(modal)).toBe('disconnected'))
  expect(modal.errors.peek()).toEqual([])
})

test('the next page reconnects silently after the wallet was locked, but not after the user disconnected', async () => {
  const first = create()
  await vi.waitFor(() => expect(status(first)).toBe('connected'), 5000)
  listeners.get('accountsChanged')?.([])
  await vi.waitFor(() => expect(status(first)).toBe('disconnected'))
  first.dispose()

  const second = create()
  await vi.waitFor(() => expect(status(second)).toBe('connected'), 5000)
  await second.disconnect()
  second.dispose()
  requestedMethods = []

  using third = create()
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect([status(third), requestedMethods]).toEqual(['disconnected', []])
})

test('window.ethereum is not read in a browser that is not a wallet browser', async () => {
  let reads = 0
  Object.defineProperty(window, 'ethereum', {
    configurable: true,
    get: () => {
      reads++
      throw new Error('no')
    },
  })
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (X11; Linux x86_64)')
  using modal = create()
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect([reads, modal.errors.peek()]).toEqual([0, []])
  Reflect.deleteProperty(window, 'ethereum')
})
