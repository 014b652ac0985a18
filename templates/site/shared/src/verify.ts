export interface SignedMessage {
  /** CAIP-2 namespace, such as `eip155`. */
  namespace: string
  address: string
  message: string
  /** In the format of the chain family's wallets: hex on EVM chains, base58 on Solana. */
  signature: string
  /** RPC node that verifies the signatures of smart accounts on EVM chains. Without it, `verify` returns `undefined` for them. */
  rpcUrl: string | undefined
}

/**
 * Whether the account signed the message; `undefined` if this page could not verify the signature. This page can verify only signatures of EVM and
 * Solana accounts.
 */
export async function verify(signed: SignedMessage): Promise<boolean | undefined> {
  try {
    if (signed.namespace === 'eip155') return await verifyEvm(signed)
    if (signed.namespace === 'solana') return await verifySolana(signed)
  } catch (error) {
    console.error(error)
  }
  return undefined
}

/** Verifies signatures of private keys in this page, and signatures of smart accounts through the network's RPC node (ERC-1271, ERC-6492). */
async function verifyEvm({ address, message, signature, rpcUrl }: SignedMessage): Promise<boolean | undefined> {
  const { createPublicClient, http, verifyMessage } = await import('viem')
  const signed = { address: toHex(address), message, signature: toHex(signature) }
  if (await verifyMessage(signed).catch(() => false)) return true
  if (rpcUrl === undefined) return undefined
  let hasResult = false
  const transport = http(rpcUrl, {
    onFetchResponse: async (response) => {
      hasResult = 'result' in (await response.clone().json())
    },
  })
  const isValid = await createPublicClient({ transport }).verifyMessage(signed)
  return hasResult ? isValid : undefined // viem returns `false` also if the node failed
}

/** Verifies an Ed25519 signature; `undefined` if the browser does not support Ed25519. */
async function verifySolana({ address, message, signature }: SignedMessage): Promise<boolean | undefined> {
  const bytes = new TextEncoder().encode(message)
  const key = await crypto.subtle.importKey('raw', fromBase58(address), 'Ed25519', false, ['verify']).catch(() => undefined)
  return key && crypto.subtle.verify('Ed25519', key, fromBase58(signature), bytes)
}

const toHex = (text: string): `0x${string}` => `0x${text.replace(/^0x/, '')}`

const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

function fromBase58(text: string): Uint8Array<ArrayBuffer> {
  let number = 0n
  for (const letter of text) number = number * 58n + BigInt(alphabet.indexOf(letter))
  const bytes: number[] = []
  for (; number > 0n; number /= 256n) bytes.unshift(Number(number % 256n))
  const zeros = /^1*/.exec(text)?.[0].length ?? 0
  return Uint8Array.from([...Array<number>(zeros).fill(0), ...bytes])
}
