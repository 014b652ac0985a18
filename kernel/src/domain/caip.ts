import { fail, quote } from '../errors/errors.js'

/** CAIP-2 chain id: `eip155:1`. */
export interface ChainId {
  readonly namespace: string
  readonly reference: string
}

/** CAIP-10 account id: `eip155:1:0xab16…`. The address keeps its case, because Solana addresses are case-sensitive. */
export interface AccountId extends ChainId {
  readonly caipNetworkId: string
  readonly address: string
}

/** CAIP-19 asset id: `eip155:1/erc20:0x6b17…`, with a token id for an NFT. */
export interface AssetId extends ChainId {
  readonly caipNetworkId: string
  readonly assetNamespace: string
  readonly assetReference: string
  readonly tokenId: string | undefined
}

const chainPattern = /^([-a-z0-9]{3,8}):([-_a-zA-Z0-9]{1,32})$/
const accountPattern = /^([-a-z0-9]{3,8}):([-_a-zA-Z0-9]{1,32}):([-.%a-zA-Z0-9]{1,128})$/
const assetPattern =
  /^([-a-z0-9]{3,8}):([-_a-zA-Z0-9]{1,32})\/([-a-z0-9]{3,8}):([-.%a-zA-Z0-9]{1,128})(?:\/([-.%a-zA-Z0-9]{1,78}))?$/

function match(pattern: RegExp, text: unknown, standard: string): readonly string[] {
  return (
    (typeof text === 'string' && pattern.exec(text)) || fail('INVALID_CAIP', `${quote(text)} is not a ${standard} id.`)
  )
}

/** Whether `text` is a valid CAIP-2 id. */
export const isCaipNetworkId = (text: unknown): text is string => typeof text === 'string' && chainPattern.test(text)

/** Parses a CAIP-10 id. Throws `INVALID_CAIP`. */
export function parseCaipAccountId(text: unknown): AccountId {
  const [, namespace = '', reference = '', address = ''] = match(accountPattern, text, 'CAIP-10 account')
  return { namespace, reference, caipNetworkId: `${namespace}:${reference}`, address }
}

/** Parses a CAIP-19 id. Throws `INVALID_CAIP`. */
export function parseCaipAssetId(text: unknown): AssetId {
  const [, namespace = '', reference = '', assetNamespace = '', assetReference = '', tokenId] = match(
    assetPattern,
    text,
    'CAIP-19 asset',
  )
  return { namespace, reference, caipNetworkId: `${namespace}:${reference}`, assetNamespace, assetReference, tokenId }
}
