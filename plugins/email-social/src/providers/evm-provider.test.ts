// @vitest-environment happy-dom
import { createWalletModal, definePlugin, viewOf } from '@wallet-modal/kernel'
import { createFakeContext, inlineUi } from '@wallet-modal/kernel/testing'
import { expect, test, vi } from 'vitest'
import { ApproveTransaction } from '../contract.js'
import { channelOf } from '../wallet.test.fixtures.js'
import { createApprovals, createProvider } from './evm-provider.js'

const address = `0x${'ab'.repeat(20)}`
const messages: string[] = []

const site = definePlugin({
  name: '@wallet-modal/email-social',
  kernel: '^0.1',
  ...inlineUi({ views: [viewOf(ApproveTransaction, () => null, {})] }),
  setup: (ctx) => ({
    router: ctx.router,
    approve: createApprovals({
      ctx,
      channel: async () => channelOf((name) => void messages.push(name)),
      beforeDisplay() {},
    }),
  }),
})

/** Longer than the animation frame after which the view is displayed. */
const frames = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 100))

test('no approval stays open if one request fails and another one begins before the view is displayed', async () => {
  using modal = createWalletModal({ plugins: [site()], prefetch: 'never', logLevel: 'silent' })
  const { router, approve } = modal.use(site) ?? {}
  if (!router || !approve) throw new Error('There is no plugin.')
  await expect(approve(async () => Promise.reject(new Error('wrong account')))).rejects.toThrow('wrong account')
  let sign = (_: string): void => undefined
  const signature = approve(() => new Promise<string>((resolve) => (sign = resolve)))
  await frames()
  expect([router.current.peek()?.view.name, router.depth.peek()]).toEqual([ApproveTransaction.name, 0])
  sign('0x01')
  expect(await signature).toBe('0x01')
  expect(router.current.peek()).toBeNull()
})

test('closing the view of a request that the frame does not answer yet lets the next request display the frame', async () => {
  using modal = createWalletModal({ plugins: [site()], prefetch: 'never', logLevel: 'silent' })
  const { router, approve } = modal.use(site) ?? {}
  if (!router || !approve) throw new Error('There is no plugin.')
  let reply = (_: string): void => undefined
  const first = approve(() => new Promise<string>((resolve) => (reply = resolve)))
  await frames()
  messages.length = 0
  modal.close()
  await vi.waitFor(() => expect(messages).toEqual(['RPC_ABORT']))
  void approve(() => new Promise<string>(() => undefined))
  await frames()
  expect(router.current.peek()?.view.name).toBe(ApproveTransaction.name)
  reply('late')
  await first
  expect(router.current.peek()?.view.name).toBe(ApproveTransaction.name)
})

test('a listener of the site that throws does not fail the switch of the network, and other listeners are called', async () => {
  const reported: unknown[] = []
  vi.stubGlobal('reportError', (error: unknown) => reported.push(error))
  const provider = createProvider({
    ctx: createFakeContext(),
    channel: async () => channelOf(() => ({ chainId: 10 })),
    user: async () => ({
      ...{ address, chainId: 1, chains: [1, 10], accounts: [{ address, type: 'eoa' }], solanaNetworks: [] },
      ...{ preferredAccountType: 'eoa', smartAccountDeployed: false },
    }),
    chainId: { value: 1 },
    ...{ accountType: () => 'eoa', signOut: async () => undefined, showFrameFor: (run) => run() },
  })
  const failure = new Error('the site has failed')
  const chains: unknown[] = []
  provider.on('chainChanged', () => {
    throw failure
  })
  provider.on('chainChanged', (chainId) => chains.push(chainId))
  const switched = provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId: '0xa' }] })
  expect(await switched).toBeNull()
  expect([chains, reported]).toEqual([['0xa'], [failure]])
  vi.unstubAllGlobals()
})
