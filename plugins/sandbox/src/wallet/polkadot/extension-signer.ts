import { hexToBytes } from '@noble/hashes/utils.js'
import { lazyOnce } from '@wallet-modal/kernel'
import { badParams, unauthorized } from '../errors.js'
import type { WalletOptions } from '../family.js'
import { readBytes } from '../readable.js'
import type { SandboxAccount } from './accounts.js'
import { payloadSchema, rawSchema, read } from './requests.js'
import type { Signers } from './signer.js'

export interface PolkadotWalletOptions extends WalletOptions {
  /** Default: the development accounts. */
  readonly accounts?: () => readonly SandboxAccount[]
  /** Keys of `accounts`. Default: the development keys. */
  readonly signers?: Signers
}

interface SignResult {
  readonly id: number
  readonly signature: `0x${string}`
}

/** Signer in the format of `@polkadot/extension-dapp`. */
export interface ExtensionSigner {
  signRaw(request: unknown): Promise<SignResult>
  signPayload(payload: unknown): Promise<SignResult>
}

/** Loads the code that signs transactions. */
const loadSigning = async () => {
  const [{ createChain }, { describePayload }, { encodePayload }] = await Promise.all([
    import('./chain.js'),
    import('./approval.js'),
    import('./payload.js'),
  ])
  return { createChain, describePayload, encodePayload }
}

/** Signs for the accounts that the site may see, after the visitor has approved. */
export function createExtensionSigner(
  { ctx, networks: [network], ask, signers }: PolkadotWalletOptions,
  visible: () => readonly SandboxAccount[],
): ExtensionSigner {
  const { caipNetworkId, nativeCurrency: currency } = network
  let lastId = 0
  const signing = lazyOnce(async () => {
    const { createChain, ...functions } = await loadSigning()
    return { ...functions, metadataFor: createChain(ctx, network) }
  })
  return {
    async signRaw(request) {
      const { address: requested, data, type } = read(rawSchema, request)
      const address = await authorizedAddress(requested, visible())
      if (type === 'payload') throw badParams('This is a transaction, not a message. Sign it with signPayload.')
      const bytes = hexToBytes(data.slice(2))
      await ask({ kind: 'message', address, caipNetworkId, facts: [], payload: readBytes(bytes) })
      const { signBytes } = await import('./signer.js')
      return { id: ++lastId, signature: signBytes(address, bytes, signers) }
    },
    async signPayload(request) {
      const payload = read(payloadSchema, request)
      const address = await authorizedAddress(payload.address, visible())
      const { metadataFor, encodePayload, describePayload } = await signing()
      const metadata = await metadataFor(payload)
      const bytesToSign = encodePayload(metadata, payload)
      const description = describePayload({ metadata, currency }, payload, bytesToSign)
      await ask({ kind: 'signTransaction', address, caipNetworkId, ...description })
      const { signTransaction } = await import('./signer.js')
      return { id: ++lastId, signature: signTransaction(address, bytesToSign, signers) }
    },
  }
}

/**
 * Address of the requested account with the generic prefix. Compares accounts by public key, because a site may encode the address with another
 * prefix. Rejects with code 4100 if the site may not use the account.
 */
async function authorizedAddress(requested: string, visible: readonly SandboxAccount[]): Promise<string> {
  const { encodeSs58, readSs58 } = await import('../../ss58.js')
  const account = readSs58(requested)
  const address = account && encodeSs58(account.id)
  if (address === undefined || !visible.some((one) => one.address === address)) throw unauthorized()
  return address
}
