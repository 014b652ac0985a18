// Runs in the page, before everything else: wallets built with the wallet-side libraries of the ecosystems. The test has their keys.
import { injectExtension } from '@polkadot/extension-inject'
import { ReadonlyWalletAccount, registerWallet } from '@wallet-standard/wallet'

/** Plan of a test: two accounts for each wallet. */
export interface LibraryPlan {
  readonly solana: readonly { readonly address: string; readonly publicKey: readonly number[] }[]
  readonly polkadot: readonly string[]
}

declare global {
  interface Window {
    readonly libraryPlan: LibraryPlan
    /** Signs with the key of an address. Payload and signature are hex. */
    readonly signByKey: (address: string, message: string) => Promise<string>
    /** Selects the account at this index, as the owner of the wallet would. */
    chooseAccount(family: 'solana' | 'polkadot', at: number): void
    /** Number of connection prompts of each wallet. */
    readonly prompts: { solana: number; polkadot: number }
  }
}

const toHex = (bytes: Uint8Array): string => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
const fromHex = (hex: string): Uint8Array =>
  Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
const { libraryPlan: plan } = window
/** `<Bytes>` and `</Bytes>`, with which extensions wrap signed data that is not a transaction. */
const [OPENING, CLOSING] = ['3c42797465733e', '3c2f42797465733e']
const prompts = { solana: 0, polkadot: 0 }
const chosen = { solana: 0, polkadot: 0 }
/** Whether the wallet has stored the permission of this site. */
const isAllowed = (family: 'solana' | 'polkadot'): boolean => sessionStorage.getItem(`wallet ${family}`) === 'yes'
const allow = (family: 'solana' | 'polkadot'): void => {
  if (!isAllowed(family)) prompts[family]++
  sessionStorage.setItem(`wallet ${family}`, 'yes')
}

const listeners = new Set<(change: { readonly accounts: readonly ReadonlyWalletAccount[] }) => void>()
let accounts: readonly ReadonlyWalletAccount[] = []
const chosenAccounts = (): readonly ReadonlyWalletAccount[] =>
  plan.solana.slice(chosen.solana, chosen.solana + 1).map(
    ({ address, publicKey }) =>
      new ReadonlyWalletAccount({
        address,
        publicKey: Uint8Array.from(publicKey),
        chains: ['solana:mainnet'],
        features: ['solana:signMessage'],
      }),
  )
registerWallet({
  version: '1.0.0',
  name: 'Library Sun',
  icon: 'data:image/png;base64,iVBORw0KGgo=',
  chains: ['solana:mainnet'],
  get accounts() {
    return accounts
  },
  features: {
    'standard:connect': {
      version: '1.0.0',
      async connect({ silent }: { readonly silent?: boolean } = {}) {
        if (silent && !isAllowed('solana')) return { accounts }
        allow('solana')
        accounts = chosenAccounts()
        return { accounts }
      },
    },
    'standard:disconnect': {
      version: '1.0.0',
      async disconnect() {
        sessionStorage.removeItem('wallet solana')
        accounts = []
      },
    },
    'standard:events': {
      version: '1.0.0',
      on(_: 'change', listener: (change: { readonly accounts: readonly ReadonlyWalletAccount[] }) => void) {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    },
    'solana:signMessage': {
      version: '1.0.0',
      signMessage: (...inputs: { readonly account: ReadonlyWalletAccount; readonly message: Uint8Array }[]) =>
        Promise.all(
          inputs.map(async ({ account: { address }, message }) => ({
            signedMessage: message,
            signature: fromHex(await window.signByKey(address, toHex(message))),
          })),
        ),
    },
  },
} as never)

type AccountListener = (accounts: { address: string; type: 'sr25519' }[]) => void
const accountListeners = new Set<AccountListener>()
const ofPolkadot = (): Parameters<AccountListener>[0] =>
  plan.polkadot.slice(chosen.polkadot).map((address) => ({ address, type: 'sr25519' }))
injectExtension(
  async () => {
    allow('polkadot')
    return {
      accounts: {
        get: async () => ofPolkadot(),
        subscribe(listener: AccountListener) {
          accountListeners.add(listener)
          listener(ofPolkadot())
          return () => accountListeners.delete(listener)
        },
      },
      signer: {
        signRaw: async ({ address, data }: { readonly address: string; readonly data: string }) => ({
          id: 1,
          signature: `0x${await window.signByKey(address, `${OPENING}${data.slice(2)}${CLOSING}`)}` as const,
        }),
      },
    } as never
  },
  { name: 'library-moon', version: '1.0.0' },
)

Object.assign(window, {
  prompts,
  chooseAccount(family: 'solana' | 'polkadot', at: number) {
    chosen[family] = at
    accounts = accounts.length > 0 ? chosenAccounts() : accounts
    if (family === 'solana') for (const listener of [...listeners]) listener({ accounts })
    else for (const listener of [...accountListeners]) listener(ofPolkadot())
  },
})
