// @vitest-environment happy-dom
import { type Context, createWalletModal, definePlugin, signal } from '@wallet-modal/kernel'
import { beforeEach, expect, it, vi } from 'vitest'
import type { EmailSocialUser } from './contract.js'
import { createEmbeddedWallet } from './wallet.js'

const { request, frame } = vi.hoisted(() => ({
  request: vi.fn(),
  /** Whether the frame has a login. */
  frame: { isConnected: true },
}))
vi.mock('./frame-element.js', () => ({ createFrameLoader: () => async () => ({ request }) }))

const address = `0x${'ab'.repeat(20)}`
const user = { email: 'ada@example.org', address, chainId: 1, chains: [1], accounts: [], preferredAccountType: 'eoa' }
const replies: Readonly<Record<string, () => unknown>> = {
  IS_CONNECTED: () => ({ isConnected: frame.isConnected }),
  GET_USER: () => user,
}

beforeEach(() => {
  frame.isConnected = true
  request.mockReset().mockImplementation(async (name: string) => replies[name]?.())
})

/** Embedded wallet of a page with a login. `accounts`: events of its provider. */
async function connected() {
  let context: Context | undefined
  const setup = (ctx: Context): void => {
    context = ctx
  }
  const plugin = definePlugin({ name: 'test', kernel: '^0.1', setup })
  const modal = createWalletModal({ prefetch: 'never', logLevel: 'silent', plugins: [plugin()] })
  if (!context) throw new Error('The plugin was not set up.')
  const publicUser = signal<EmailSocialUser | null>(null)
  const wallet = createEmbeddedWallet(context, { publicUser, origin: 'https://wallet.example', defaultType: 'eoa' })
  const provider = await wallet.provider({ namespace: 'eip155', networks: [], silent: true })
  const accounts = vi.fn()
  Reflect.get(Object(provider), 'on')('accountsChanged', accounts)
  return { wallet, publicUser, accounts, [Symbol.dispose]: () => modal[Symbol.dispose]() }
}

it('abandoning a second login keeps the first one connected', async () => {
  using page = await connected()
  await page.wallet.abandonLogin()
  expect(request).toHaveBeenCalledWith('SIGN_OUT', { keepsStored: true }, expect.any(Number))
  expect(page.publicUser.peek()).toEqual({ email: 'ada@example.org', login: 'email' })
  expect(page.accounts).not.toHaveBeenCalled()
})

it('abandoning a login that has replaced the first one disconnects', async () => {
  using page = await connected()
  frame.isConnected = false
  await page.wallet.abandonLogin()
  expect(page.publicUser.peek()).toBeNull()
  expect(page.accounts).toHaveBeenCalledWith([])
})
