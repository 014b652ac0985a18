import { hexToBytes } from '@noble/hashes/utils.js'
import { disconnected, lazyOnce } from '@wallet-modal/kernel'
import { badParams, unauthorized } from '../errors.js'
import type { WalletParts } from '../family.js'
import { readBytes } from '../readable.js'
import { accounts as developmentAccounts, type SandboxAccount } from './accounts.js'
import { payloadSchema, rawSchema, read } from './requests.js'
import type { Signers } from './signer.js'

/** Part of signing that needs the chain's metadata and the keys. */
const loadSigning = async () => {
  const [{ createChain }, { describePayload }, { encodePayload }] = await Promise.all([
    import('./chain.js'),
    import('./approval.js'),
    import('./payload.js'),
  ])
  return { createChain, describePayload, encodePayload }
}

interface SignResult {
  readonly id: number
  readonly signature: `0x${string}`
}

/** Object for an authorized site, in the format of extension-dapp. */
export interface SandboxExtension {
  readonly name: string
  readonly version: string
  readonly accounts: {
    get(): Promise<readonly SandboxAccount[]>
    subscribe(listener: (accounts: readonly SandboxAccount[]) => unknown): () => void
  }
  readonly signer: {
    signRaw(request: unknown): Promise<SignResult>
    signPayload(payload: unknown): Promise<SignResult>
  }
}

interface PolkadotParts extends WalletParts {
  /** Default: the development accounts. */
  readonly accounts?: () => readonly SandboxAccount[]
  readonly signers?: Signers
}

/**
 * Test extension on the sandbox's Polkadot chain: asks for approval to connect or sign. Returns its `enable`, which resolves to `null` if a silent
 * request would need approval.
 */
export function createPolkadotWallet({
  ctx,
  networks: [network],
  ask,
  memory,
  accounts = () => developmentAccounts,
  signers,
}: PolkadotParts): (request: { readonly silent: boolean }) => Promise<SandboxExtension | null> {
  const { caipNetworkId, nativeCurrency: currency } = network
  const listeners = new Set<(accounts: readonly SandboxAccount[]) => unknown>()
  let answered = 0

  const loaded = lazyOnce(async (): Promise<SigningParts> => {
    const { createChain, ...parts } = await loadSigning()
    return { ...parts, metadataFor: createChain(ctx, network) }
  })
  const visible = (): readonly SandboxAccount[] => (memory.get().connected ? accounts() : [])
  /** Libraries encode addresses with the prefix of their chain, so accounts are compared by public key. */
  const accountOf = async (given: string): Promise<string> => {
    const { encodeSs58, readSs58 } = await import('../../ss58.js')
    const account = readSs58(given)
    const address = account && encodeSs58(account.id)
    if (address === undefined || !visible().some((one) => one.address === address)) throw unauthorized()
    return address
  }
  // real extensions do not learn that a site disconnected; this wallet revokes its permission, if it was the one disconnected
  ctx.on(disconnected, ({ namespace }) => {
    if (namespace === network.namespace && listeners.size === 0) memory.set({ connected: false })
  })

  const extension: SandboxExtension = {
    name: 'sandbox',
    version: '1.0.0',
    accounts: {
      get: async () => visible(),
      subscribe(listener) {
        listeners.add(listener)
        queueMicrotask(() => listeners.has(listener) && listener(visible())) // part of the extension interface; the accounts never change
        return () => void listeners.delete(listener)
      },
    },
    signer: {
      async signRaw(request) {
        const { address: given, data, type } = read(rawSchema, request)
        const address = await accountOf(given)
        if (type === 'payload') throw badParams('This is a transaction, not a message. Ask to sign it by signPayload.')
        const bytes = hexToBytes(data.slice(2))
        await ask({ kind: 'message', address, caipNetworkId, facts: [], payload: readBytes(bytes) })
        const { signBytes } = await import('./signer.js')
        return { id: ++answered, signature: signBytes(address, bytes, signers) }
      },
      async signPayload(request) {
        const payload = read(payloadSchema, request)
        const address = await accountOf(payload.address)
        const { metadataFor, encodePayload, describePayload } = await loaded()
        const metadata = await metadataFor(payload)
        const signed = encodePayload(metadata, payload)
        const description = describePayload({ metadata, currency }, payload, signed)
        await ask({ kind: 'signTransaction', address, caipNetworkId, ...description })
        const { signTransaction } = await import('./signer.js')
        return { id: ++answered, signature: signTransaction(address, signed, signers) }
      },
    },
  }
  return async ({ silent }) => {
    if (memory.get().connected) return extension
    if (silent) return null
    const [{ address } = { address: '' }, ...more] = accounts()
    const facts = more.map((one) => ({ label: 'account', value: one.address, format: 'address' }) as const)
    await ask({ kind: 'connect', address, caipNetworkId, facts })
    memory.set({ connected: true })
    return extension
  }
}

type Loaded = Awaited<ReturnType<typeof loadSigning>>
type SigningParts = Omit<Loaded, 'createChain'> & { readonly metadataFor: ReturnType<Loaded['createChain']> }
