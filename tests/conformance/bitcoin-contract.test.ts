import type { Capability } from '@wallet-modal/kernel'
import { expect, expectTypeOf, test } from 'vitest'
import { type BitcoinProviders, bitcoinProviders } from '../../plugins/bip122/src/contract.js'
import {
  type BitcoinWallet,
  bitcoinProviders as copiedProviders,
} from '../../plugins/walletconnect/src/namespaces/bitcoin.js'

// A site without Bitcoin has no @wallet-modal/bip122, so the WalletConnect plugin has its own copy of the contract.
test('the WalletConnect plugin’s copy of the Bitcoin wallet contract matches the original', () => {
  expect(copiedProviders).toEqual(bitcoinProviders)
  expectTypeOf<BitcoinWallet>().toExtend<Parameters<BitcoinProviders['create']>[0]>()
  type Copied = typeof copiedProviders extends Capability<infer T> ? T : never
  expectTypeOf<BitcoinProviders>().toExtend<Copied>()
})
