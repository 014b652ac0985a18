import * as v from 'valibot'
import { hashMessage, hashTypedData, hexToBytes, stringToHex } from 'viem'
import type { Summary } from '../approval/summary.js'
import { type FrameChain, FrameError } from '../gateway.js'
import { t } from '../strings.js'
import { readBytes } from './readable.js'
import { readTypedData } from './typed-data.js'

/** Digest to sign, and the summary that the visitor approves first. */
export interface SigningRequest {
  readonly digest: `0x${string}`
  readonly summary: Summary
}

interface SummaryContext {
  /** Origin of the requesting page. */
  readonly site: string
  readonly account: string
  readonly chain: FrameChain
}

const hexText = v.pipe(v.string(), v.regex(/^0x([\da-fA-F]{2})*$/))
const address = v.pipe(v.string(), v.regex(/^0x[\da-fA-F]{40}$/))
const badParams = (): FrameError => new FrameError(-32_602, 'The parameters do not match the method.')

function checkAccount(requested: string, account: string): void {
  if (requested.toLowerCase() !== account.toLowerCase())
    throw new FrameError(4100, 'The request is for another account.')
}

/** First line of a sign-in message (EIP-4361). */
const signIn = /^\s*(?:[a-z][\w+.-]*:\/\/)?(\S+) wants you to sign in with your /i

/** Parses `personal_sign` (EIP-191). Throws -32602 for invalid parameters, and 4100 for another account. */
export function personalMessage(params: unknown, { site, account }: SummaryContext): SigningRequest {
  const parsed = v.safeParse(v.tuple([v.string(), address]), params)
  if (!parsed.success) throw badParams()
  const [requested, from] = parsed.output
  checkAccount(from, account)
  const raw = v.is(hexText, requested) ? (`0x${requested.slice(2)}` as const) : stringToHex(requested)
  const text = readBytes(hexToBytes(raw))
  const domain = signIn.exec(text)?.[1]
  const isForeign = domain !== undefined && domain !== new URL(site).host
  return {
    digest: hashMessage({ raw }),
    summary: {
      title: t('title.message'),
      warnings: isForeign ? [t('warning.domain', { domain, site: new URL(site).host })] : [],
      facts: [
        { label: 'site', value: site },
        { label: 'message', value: text, format: 'data' },
        { label: 'account', value: account, format: 'address' },
      ],
    },
  }
}

/** EIP-712 digest. Throws -32602 if a value does not fit its type, such as 300 in a field of type `uint8`. */
function digestOf(data: Parameters<typeof hashTypedData>[0]): `0x${string}` {
  try {
    return hashTypedData(data)
  } catch {
    throw badParams()
  }
}

/** Parses `eth_signTypedData_v4` (EIP-712). Throws -32602 for invalid data or another chain, and 4100 for another account. */
export function typedDataMessage(params: unknown, { site, account, chain }: SummaryContext): SigningRequest {
  const parsed = v.safeParse(v.tuple([address, v.unknown()]), params)
  if (!parsed.success) throw badParams()
  checkAccount(parsed.output[0], account)
  const data = readTypedData(parsed.output[1])
  if (!data) throw badParams()
  const digest = digestOf(data)
  const { chainId, name, verifyingContract } = data.domain
  if (chainId !== undefined && BigInt(v.parse(v.union([v.string(), v.number()]), chainId)) !== BigInt(chain.chainId))
    throw new FrameError(-32_602, 'The data is for another chain.')
  return {
    digest,
    summary: {
      title: t('title.typedData'),
      warnings: [t('warning.permit')],
      facts: [
        { label: 'site', value: site },
        { label: 'network', value: chainId === undefined ? t('anyNetwork') : chain.name },
        { label: 'application', value: typeof name === 'string' ? name : '—' },
        ...(typeof verifyingContract === 'string'
          ? [{ label: 'contract', value: verifyingContract, format: 'address' } as const]
          : []),
        { label: 'type', value: data.primaryType },
        { label: 'data', value: JSON.stringify(data.message, null, 2), format: 'data' },
        { label: 'account', value: account, format: 'address' },
      ],
    },
  }
}
