// Written by marks/pick.mjs from the packages that marks/sources.json names.
type Group = readonly [ids: string, load: () => Promise<{ readonly marks: Readonly<Record<string, string>> }>]

/** Wallets with a logo, and the group that contains it. */
export const groups: readonly Group[] = [
  ['metamask coinbase-wallet trust-wallet phantom okx-wallet rabby rainbow zerion', () => import('./group-0.js')],
  [
    'ledger binance-wallet brave-wallet uniswap-wallet safe bitget-wallet tokenpocket safepal',
    () => import('./group-1.js'),
  ],
  [
    'imtoken 1inch-wallet exodus crypto-com-onchain kraken-wallet bybit-wallet ready ronin-wallet',
    () => import('./group-2.js'),
  ],
  ['frame taho core enkrypt backpack solflare xverse unisat', () => import('./group-3.js')],
  ['keplr coin98 mathwallet status zeal gate-wallet mew-wallet trezor', () => import('./group-4.js')],
  ['zengo blockchain-com sequence dcent robinhood-wallet klever bitbox atomic-wallet', () => import('./group-5.js')],
  ['glow jupiter alphawallet kucoin-wallet coinex-wallet hyperpay bitpie enjin-wallet', () => import('./group-6.js')],
  [
    'sweat-wallet wemix-play socios oasys-passport wallet-3 obvious clave abstract-wallet',
    () => import('./group-7.js'),
  ],
  ['gemini-wallet bitski pillar cypherock squads opera-wallet kaia-wallet', () => import('./group-8.js')],
]
