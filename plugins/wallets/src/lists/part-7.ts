import { anyEvm, bitcoin, solana } from '../chains.js'
import type { WalletFacts } from '../facts.js'

/** Wallets 141 to 148. Data only. */
export const wallets: readonly WalletFacts[] = [
  {
    id: 'abstract-wallet',
    name: 'Abstract Global Wallet',
    homepage: 'https://abs.xyz',
    chains: ['eip155:2741'],
    rdns: 'xyz.abs',
  },
  {
    id: 'gemini-wallet',
    name: 'Gemini Wallet',
    homepage: 'https://www.gemini.com/wallet',
    chains: ['eip155:1', 'eip155:8453', 'eip155:10', 'eip155:42161', 'eip155:137'],
  },
  {
    id: 'bitski',
    name: 'Bitski',
    homepage: 'https://www.bitski.com',
    chains: ['eip155:1', 'eip155:137', 'eip155:8453'],
  },
  {
    id: 'pillar',
    name: 'Pillar',
    homepage: 'https://www.pillar.fi',
    chains: [anyEvm],
  },
  {
    id: 'cypherock',
    name: 'Cypherock',
    homepage: 'https://www.cypherock.com',
    chains: [anyEvm, solana, bitcoin],
  },
  {
    id: 'squads',
    name: 'Squads',
    homepage: 'https://squads.so',
    chains: [solana],
  },
  {
    id: 'opera-wallet',
    name: 'Opera Wallet',
    homepage: 'https://www.opera.com/crypto',
    chains: [anyEvm],
  },
  {
    id: 'kaia-wallet',
    name: 'Kaia Wallet',
    homepage: 'https://www.kaiawallet.io',
    chains: ['eip155:8217'],
    rdns: 'io.kaiawallet',
  },
]
