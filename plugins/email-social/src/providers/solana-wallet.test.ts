import { expect, test, vi } from 'vitest'
import { channelOf } from '../wallet.test.fixtures.js'
import { createSolanaWallet } from './solana-wallet.js'

const [first, second] = ['11111111111111111111111111111111', 'So11111111111111111111111111111111111111112']

/** Wallet over a frame that is logged in with `login.address`. */
function createWallet(login: { address: string }) {
  const { wallet } = createSolanaWallet({
    channel: async () => channelOf(() => [{ pubkey: login.address }]),
    showFrameFor: (run) => run(),
    networks: ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'],
    signOut: async () => undefined,
  })
  const { accounts, features } = wallet as never as {
    readonly accounts: readonly { readonly address: string }[]
    readonly features: {
      readonly 'standard:connect': { connect(): Promise<{ readonly accounts: typeof accounts }> }
      readonly 'standard:events': {
        on(event: 'change', listener: (change: { readonly accounts: typeof accounts }) => void): void
      }
    }
  }
  const connect = async () => (await features['standard:connect'].connect()).accounts.map(({ address }) => address)
  return { connect, events: features['standard:events'] }
}

test('a connection after a login with another account returns the new account and reports the change', async () => {
  const login = { address: first }
  const { connect, events } = createWallet(login)
  expect(await connect()).toEqual([first])
  const changes: string[] = []
  events.on('change', ({ accounts }) => changes.push(...accounts.map(({ address }) => address)))
  expect([await connect(), changes]).toEqual([[first], []])
  login.address = second
  expect(await connect()).toEqual([second])
  expect(changes).toEqual([second])
})

test('a listener of the site that throws does not fail the connection, and other listeners are called', async () => {
  const reported: unknown[] = []
  vi.stubGlobal('reportError', (error: unknown) => reported.push(error))
  const { connect, events } = createWallet({ address: first })
  const failure = new Error('the site has failed')
  const changes: string[] = []
  events.on('change', () => {
    throw failure
  })
  events.on('change', ({ accounts }) => changes.push(...accounts.map(({ address }) => address)))
  expect(await connect()).toEqual([first])
  expect([changes, reported]).toEqual([[first], [failure]])
  vi.unstubAllGlobals()
})
