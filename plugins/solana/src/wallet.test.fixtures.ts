import { ed25519 } from '@noble/curves/ed25519'
import { createSignInMessage } from '@solana/wallet-standard-util'
import { getBase58Decoder } from '@solana/web3.js'
import type { IdentifierArray, Wallet, WalletAccount, WalletIcon } from '@wallet-standard/base'
import type { StandardEventsChangeProperties } from '@wallet-standard/features'
import { ReadonlyWalletAccount } from '@wallet-standard/wallet'
import type { SolanaWallet, SolanaWalletAccount, SolanaWalletFeatures } from './contract.js'

type Behaviour = 'approve' | 'reject' | 'hang'

interface TestWalletPlan {
  readonly name?: string
  readonly icon?: string
  /** One account per number. All 32 bytes of the account's ed25519 seed have this number. */
  readonly seeds?: readonly number[]
  readonly chains?: IdentifierArray
  /** Whether the wallet already authorizes the site. */
  readonly isPermitted?: boolean
  /** Called when the site gets or loses its permission. */
  readonly onPermission?: (isPermitted: boolean) => void
  readonly without?: readonly string[]
  /** Adds `solana:signIn`. With `fails`, this feature throws an error that is not a rejection. */
  readonly signIn?: 'works' | 'fails'
}

export interface TestWallet {
  readonly wallet: Wallet
  readonly calls: string[]
  behaviour: Behaviour
  /** Continues a hanging request. */
  release(): void
  /** Changes accounts or chains, as the visitor would in the wallet. */
  change(properties: { readonly seeds?: readonly number[]; readonly chains?: IdentifierArray }): void
  listeners(): number
}

const pixel =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

const secretOf = (seed: number): Uint8Array => new Uint8Array(32).fill(seed)

/** The public key of the account with this seed. */
export const publicKeyOf = (seed: number): Uint8Array => ed25519.getPublicKey(secretOf(seed))

export const addressOf = (seed: number): string => getBase58Decoder().decode(publicKeyOf(seed))

const isSame = (one: Uint8Array, other: Uint8Array): boolean => one.every((byte, at) => byte === other[at])

/** Account of a wallet, with the address of this seed. */
export const walletAccountOf = (seed: number, chains: IdentifierArray = ['solana:mainnet']): SolanaWalletAccount => ({
  ...{ address: addressOf(seed), publicKey: publicKeyOf(seed), chains, features: [] },
})

/** Wallet that only has these features. It connects without accounts. */
export const walletWith = (
  features: Partial<SolanaWalletFeatures>,
  accounts: readonly SolanaWalletAccount[] = [],
): SolanaWallet => ({
  ...{ version: '1.0.0', name: 'Zephyr', icon: pixel, chains: ['solana:mainnet'], accounts },
  features: { 'standard:connect': { connect: async () => ({ accounts: [] }) }, ...features },
})

/** Reads a compact-u16 length up to 127. */
function shortLength(bytes: Uint8Array, at: number): number {
  const length = bytes[at] ?? 0
  if (length > 127) throw new Error('The test wallet signs small transactions only.')
  return length
}

/** Adds the signature to a serialized transaction, legacy or versioned. */
function signTransaction(transaction: Uint8Array, seed: number): Uint8Array {
  const start = 1 + 64 * shortLength(transaction, 0)
  const message = transaction.subarray(start)
  const header = (message[0] ?? 0) & 0x80 ? 1 : 0
  const keys = header + 4
  const at = Array.from({ length: message[header] ?? 0 }).findIndex((_, signer) =>
    isSame(publicKeyOf(seed), message.subarray(keys + 32 * signer, keys + 32 * (signer + 1))),
  )
  if (at < 0) throw new Error('The account is not a signer of this transaction.')
  const signed = transaction.slice()
  signed.set(ed25519.sign(message, secretOf(seed)), 1 + 64 * at)
  return signed
}

/** A Wallet Standard wallet with real keys, under the test's control. */
export function createTestWallet(plan: TestWalletPlan = {}): TestWallet {
  const { name = 'Zephyr', icon = pixel, without = [], onPermission } = plan
  let seeds = plan.seeds ?? [1]
  let chains: IdentifierArray = plan.chains ?? ['solana:mainnet', 'solana:devnet']
  let isPermitted = plan.isPermitted ?? false
  let letGo = (): void => undefined
  let accounts: readonly WalletAccount[] = []
  const listeners = new Set<(properties: StandardEventsChangeProperties) => void>()

  const allow = (next: boolean): void => {
    isPermitted = next
    onPermission?.(next)
    const made = next ? seeds : []
    accounts = made.map(
      (seed) =>
        new ReadonlyWalletAccount({
          address: addressOf(seed),
          publicKey: publicKeyOf(seed),
          chains,
          features: ['solana:signMessage', 'solana:signTransaction'],
        }) as WalletAccount,
    )
  }
  const tell = (properties: StandardEventsChangeProperties): void => {
    for (const listener of [...listeners]) listener(properties)
  }
  const ask = async (call: string): Promise<void> => {
    control.calls.push(call)
    if (control.behaviour === 'hang') {
      await new Promise<void>((resolve) => {
        letGo = resolve
      })
    }
    if (control.behaviour === 'reject') throw Object.assign(new Error('User rejected the request.'), { code: 4001 })
  }
  const seedOf = ({ address }: WalletAccount): number => {
    const seed = seeds.find((one) => addressOf(one) === address)
    if (seed === undefined) throw new Error('Not my account.')
    return seed
  }
  const features: Record<`${string}:${string}`, unknown> = {
    'standard:connect': {
      version: '1.0.0',
      connect: async ({ silent = false }: { readonly silent?: boolean } = {}) => {
        if (silent) control.calls.push('connect silently')
        else if (!isPermitted) await ask('connect')
        if (isPermitted || !silent) allow(true)
        return { accounts }
      },
    },
    'standard:disconnect': {
      version: '1.0.0',
      disconnect: async () => {
        control.calls.push('disconnect')
        allow(false)
        tell({ accounts })
      },
    },
    'standard:events': {
      version: '1.0.0',
      on: (_event: string, listener: (properties: StandardEventsChangeProperties) => void) => {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    },
    'solana:signMessage': {
      version: '1.1.0',
      signMessage: async (...inputs: readonly { readonly account: WalletAccount; readonly message: Uint8Array }[]) => {
        await ask('signMessage')
        return inputs.map(({ account, message }) => ({
          signedMessage: message,
          signature: ed25519.sign(message, secretOf(seedOf(account))),
        }))
      },
    },
    'solana:signTransaction': {
      version: '1.0.0',
      supportedTransactionVersions: ['legacy', 0],
      signTransaction: async (
        ...inputs: readonly { readonly account: WalletAccount; readonly transaction: Uint8Array }[]
      ) => {
        await ask('signTransaction')
        return inputs.map(({ account, transaction }) => ({
          signedTransaction: signTransaction(transaction, seedOf(account)),
        }))
      },
    },
  }
  if (plan.signIn) {
    features['solana:signIn'] = {
      version: '1.0.0',
      signIn: async (input: Omit<Parameters<typeof createSignInMessage>[0], 'address'>) => {
        await ask('signIn')
        if (plan.signIn === 'fails') throw new Error('This account cannot sign messages.')
        allow(true)
        const [account] = accounts
        if (!account) throw new Error('There is no account.')
        const signedMessage = createSignInMessage({ ...input, address: account.address })
        return [{ account, signedMessage, signature: ed25519.sign(signedMessage, secretOf(seedOf(account))) }]
      },
    }
  }
  for (const feature of without) Reflect.deleteProperty(features, feature)
  const wallet: Wallet = {
    version: '1.0.0',
    name,
    icon: icon as WalletIcon,
    get chains() {
      return chains
    },
    features,
    get accounts() {
      return accounts
    },
  }
  const control: TestWallet = {
    wallet,
    calls: [],
    behaviour: 'approve',
    release: () => letGo(),
    listeners: () => listeners.size,
    change(next) {
      seeds = next.seeds ?? seeds
      chains = next.chains ?? chains
      allow(seeds.length > 0)
      tell({ ...(next.chains && { chains }), accounts })
    },
  }
  return control
}
