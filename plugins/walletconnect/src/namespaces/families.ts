import type { Context, SessionSupport } from '@wallet-modal/kernel'
import type { OwnNamespace } from '../connector.js'
import { permissions } from '../sessions/permissions.js'
import type { ProviderFactory } from './provider-factory.js'

/** Rules of a namespace in sessions, without its provider. */
export interface SessionRules extends Omit<SessionSupport, 'createProvider'> {
  readonly namespace: string
}

const matches =
  (form: RegExp) =>
  (text: string): boolean =>
    form.test(text)

export const ownRules: Readonly<Record<OwnNamespace, SessionRules>> = {
  eip155: {
    namespace: 'eip155',
    ...permissions.eip155,
    isAddress: matches(/^0x[\da-fA-F]{40}$/),
    // EIP-155 chain ids are canonical integers, although CAIP-2 allows any word
    isReference: matches(/^(0|[1-9]\d{0,15})$/),
  },
  solana: {
    namespace: 'solana',
    ...permissions.solana,
    isAddress: matches(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/),
    // ids that WalletConnect used before CAIP-2 chose the first 32 characters of the genesis hash
    aliases: {
      'solana:4sGjMW1sUnHzSxGspuhpqLDx6wiyjNtZ': 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
      'solana:8E9rvCKLFQia2Y35HXjjpWzj8weVo44K': 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
    },
  },
  polkadot: {
    namespace: 'polkadot',
    ...permissions.polkadot,
    isAddress: matches(/^([1-9A-HJ-NP-Za-km-z]{45,52}|0x[\da-fA-F]{40})$/),
  },
  bip122: {
    namespace: 'bip122',
    ...permissions.bip122,
    isAddress: matches(/^([1-9A-HJ-NP-Za-km-z]{25,36}|(bc|tb|bcrt)1[02-9ac-hj-np-z]{11,87})$/),
  },
}

/** Provider factories, loaded when a session approves the namespace. */
const providerFactories: Readonly<Record<OwnNamespace, () => Promise<ProviderFactory>>> = {
  eip155: async () => (await import('./eip155.js')).createEip155Provider,
  solana: async () => (await import('./solana.js')).createSolanaWallet,
  polkadot: async () => (await import('./polkadot.js')).createPolkadotExtension,
  bip122: async () => (await import('./bip122.js')).createBitcoinProvider,
}

export const createOwnSupport = (ctx: Context, namespace: OwnNamespace): SessionSupport => ({
  ...ownRules[namespace],
  createProvider: async (session, chains) => (await providerFactories[namespace]())({ ctx, session, chains }),
})
