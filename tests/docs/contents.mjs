/**
 * The pages of the documentation in reading order, by their file under `docs`. The site's menu, its previous and next links, and llms.txt are
 * generated from this list. A test fails if a page is missing here.
 * @type {readonly { readonly title: string, readonly pages: readonly string[] }[]}
 */
export const contents = [
  { title: 'Start', pages: ['README.md', 'start.md', 'existing-sites.md', 'manage-plugins.md', 'concepts.md'] },
  {
    title: 'Guides',
    pages: [
      'theming.md',
      'server-side-rendering.md',
      'wagmi.md',
      'sign-in.md',
      'connectors.md',
      'write-a-plugin.md',
      'transactions.md',
      'testing.md',
      'self-hosting.md',
    ],
  },
  {
    title: 'Migration',
    pages: [
      'migrate/appkit.md',
      'migrate/rainbowkit.md',
      'migrate/connectkit.md',
      'migrate/web3-onboard.md',
      'migrate/solana-wallet-adapter.md',
      'migrate/sats-connect.md',
    ],
  },
  {
    title: 'Plugins',
    pages: [
      'connect',
      'account',
      'eip155',
      'solana',
      'polkadot',
      'bip122',
      'walletconnect',
      'wallets',
      'receive',
      'send',
      'swap',
      'onramp',
      'names',
      'smart-sessions',
      'email-social',
      'balances',
      'history',
      'siwx',
      'safe',
      'sandbox',
      'devtools',
      'blockscout',
      'defillama',
      'lifi',
      'jupiter',
      'esplora',
      'ens',
      'gateway',
      'analytics',
    ].map((id) => `plugins/${id}.md`),
  },
  {
    title: 'Reference',
    pages: [
      'architecture.md',
      'kernel.md',
      'errors.md',
      'doctor.md',
      'embedded-wallet.md',
      'analytics.md',
      'browsers.md',
      'security.md',
      'licences.md',
      'deprecations.md',
      'faq.md',
    ],
  },
]

/** Every page, in reading order. */
export const pages = contents.flatMap((part) => part.pages)
