import { hexToBytes } from '@noble/hashes/utils.js'
import { type Currency, formatAmount } from '@wallet-modal/kernel'
import { bytesToHex } from 'viem'
import type { ApprovalFact, ApprovalRequest, ApprovalStep } from '../../contract.js'
import type { Metadata } from './metadata.js'
import { readEra } from './payload.js'
import type { Payload } from './requests.js'
import { ScaleReader } from './scale.js'
import { formatValue, type NamedValue, readValue, type Value } from './value.js'

interface Chain {
  readonly metadata: Metadata
  readonly currency: Currency
}

/** Description of a transaction: its call, decoded with the chain's metadata; tip, nonce, mortality, runtime and chain; and the bytes to sign. */
export function describePayload(
  { metadata, currency }: Chain,
  payload: Payload,
  bytesToSign: Uint8Array,
): Pick<ApprovalRequest, 'facts' | 'steps' | 'payload'> {
  const { nonce, tip, era, genesisHash, specVersion, transactionVersion } = payload
  const { kind, facts } = describeCall(metadata, payload.method, currency)
  const fields: readonly ApprovalFact[] = [
    { label: 'tip', value: `${formatAmount(tip, currency.decimals)} ${currency.symbol}` },
    { label: 'nonce', value: String(nonce) },
    { label: 'era', value: readEra(era) },
    { label: 'runtime', value: `${specVersion}, transactions ${transactionVersion}` },
    { label: 'genesis', value: genesisHash, format: 'data' },
  ]
  return { facts: [], steps: [{ kind, facts: [...facts, ...fields] }], payload: bytesToHex(bytesToSign) }
}

/** Describes a call with the names in the chain's metadata. A call that cannot be decoded completely is displayed as hex. */
export function describeCall(metadata: Metadata, method: string, currency: Currency): ApprovalStep {
  const data: ApprovalFact = { label: 'data', value: method, format: 'data' }
  const call = readCall(metadata, method)
  if (!call) return { kind: 'call', facts: [data] }
  const transfer = readTransfer(call)
  if (!transfer) {
    const values = call.fields.map(({ name, value }, at) => `${name ?? at}: ${formatValue(value)}`)
    const facts: readonly ApprovalFact[] = values.length
      ? [{ label: 'arguments', value: values.join('\n'), format: 'data' }]
      : []
    return { kind: 'call', facts: [{ label: 'call', value: call.name }, ...facts, data] }
  }
  const { to, amountBase } = transfer
  return {
    kind: 'transfer',
    facts: [
      { label: 'value', value: `${formatAmount(amountBase, currency.decimals)} ${currency.symbol}` },
      { label: 'to', value: to, format: 'address' },
      { label: 'call', value: call.name },
    ],
  }
}

interface Call {
  /** Pallet and call, such as `Balances.transfer_keep_alive`. */
  readonly name: string
  readonly fields: readonly NamedValue[]
}

function readCall(metadata: Metadata, method: string): Call | undefined {
  try {
    const reader = new ScaleReader(hexToBytes(method.slice(2)))
    const pallet = readValue(metadata, metadata.call, reader)
    const call = pallet.kind === 'variant' ? pallet.fields[0]?.value : undefined
    if (pallet.kind !== 'variant' || call?.kind !== 'variant' || !reader.isDone) return undefined
    return { name: `${pallet.name}.${call.name}`, fields: call.fields }
  } catch {
    return undefined // not a call of this chain: the sheet displays the bytes
  }
}

const transfers = new Set(['Balances.transfer', 'Balances.transfer_keep_alive', 'Balances.transfer_allow_death'])

/** Recipient and amount, if the call is a transfer of the native coin. */
function readTransfer({ name, fields }: Call): { readonly to: string; readonly amountBase: bigint } | undefined {
  const find = (field: string): Value | undefined => fields.find((one) => one.name === field)?.value
  const [dest, value] = [find('dest'), find('value')]
  if (!transfers.has(name) || fields.length !== 2 || dest?.kind !== 'variant' || value?.kind !== 'number')
    return undefined
  const to = dest.fields[0]?.value
  return dest.name === 'Id' && to?.kind === 'account' ? { to: to.address, amountBase: value.number } : undefined
}
