import { expect, test } from 'vitest'
import type { FrameChannel } from '../frame-channel.js'
import { createSolanaWallet } from './solana-wallet.js'

const [first, second] = ['11111111111111111111111111111111', 'So11111111111111111111111111111111111111112']

/** Wallet over a frame that is logged in with `login.address`. */
function createWallet(login: { address: string }) {
  const request = async () => [{ pubkey: login.address }]
  const { wallet } = createSolanaWallet({
    channel: async () => ({ request }) as unknown as FrameChannel,
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
