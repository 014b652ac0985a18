// @vitest-environment happy-dom
import { bip122 } from '@wallet-modal/bip122'
import { connect } from '@wallet-modal/connect'
import { renderModal, waitUntil } from '@wallet-modal/kernel/testing'
import { solana } from '@wallet-modal/solana'
import { registerWallet } from '@wallet-standard/wallet'
import { expect, test } from 'vitest'
import bitcoinNetworks from '../../plugins/bip122/networks.json' with { type: 'json' }
import solanaNetworks from '../../plugins/solana/networks.json' with { type: 'json' }

/** A Wallet Standard wallet with the given chain families. */
const wallet = (name: string, ...families: readonly string[]): Parameters<typeof registerWallet>[0] => ({
  version: '1.0.0',
  name,
  icon: 'data:image/png;base64,iVBORw0KGgo=',
  chains: families.map((family): `${string}:${string}` => `${family}:mainnet`),
  features: Object.fromEntries([
    ['standard:connect', { version: '1.0.0', connect: async () => ({ accounts: [] }) }],
    ['standard:events', { version: '1.0.0', on: () => () => {} }],
    ...families.flatMap((family) => [
      [`${family}:connect`, { version: '1.0.0', connect: async () => ({ accounts: [] }) }],
      [`${family}:signMessage`, { version: '1.0.0', signMessage: async () => [] }],
      [`${family}:signTransaction`, { version: '1.0.0', signTransaction: async () => [] }],
    ]),
  ]),
  accounts: [],
})

test('a wallet of two families is one row that asks for the family; two wallets with one name are two rows', async () => {
  registerWallet(wallet('Both', 'solana', 'bitcoin'))
  registerWallet(wallet('Twin', 'solana'))
  registerWallet(wallet('Twin', 'bitcoin'))
  using page = await renderModal([solana(), bip122(), connect()], {
    networks: [...solanaNetworks.slice(0, 1), ...bitcoinNetworks.slice(0, 1)],
  })
  const rows = (name: string): number =>
    [...page.dialog().querySelectorAll('button')].filter((one) => one.textContent?.includes(name)).length
  await waitUntil(() => expect([rows('Both'), rows('Twin')]).toEqual([1, 2]))
  page.click(/Both/)
  await waitUntil(() => expect(page.text()).toMatch(/Solana.*Bitcoin|Bitcoin.*Solana/))
})
