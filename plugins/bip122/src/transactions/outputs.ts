import * as ecc from '@bitcoinerlab/secp256k1'
import { messageOf, type Network } from '@wallet-modal/kernel'
import { amountWithSymbol } from '@wallet-modal/kernel/assets'
import { invalidArgument } from '@wallet-modal/kernel/transactions'
import { address as addresses, initEccLib, networks } from 'bitcoinjs-lib'
import { type BitcoinAddress, readAddress } from '../address.js'
import { type BitcoinChain, chainOf } from '../chains.js'
import type { BitcoinCall } from '../contract.js'
import type { Output } from './selection.js'
import { dustOf } from './weight.js'

export type DataCall = Extract<BitcoinCall, { readonly data: unknown }>

/** The weight formula is valid for up to 252 outputs, including change (see `OVERHEAD_WEIGHT`). */
const MAX_OUTPUTS = 250
/** Many nodes relay only one `OP_RETURN` output, with a script of up to 83 bytes: 3 bytes of opcodes and length, and 80 bytes of data. */
const MAX_DATA = 80
const OP_RETURN = 0x6a
const OP_PUSHDATA1 = 0x4c

/** Reason why no wallet can spend coins at an address; `undefined` for other addresses. */
export function unspendableReason({ script, isTaproot }: BitcoinAddress): string | undefined {
  const [version = 0, length] = script
  // 0x51 to 0x60: witness versions 1 to 16. Nodes also relay payments to versions that have no rules yet, but anybody can spend such coins
  const isKnown = version < 0x51 || version > 0x60 || (version === 0x51 && length === 32)
  if (!isKnown) return 'No wallet can spend from an address of this kind yet.'
  // a taproot output contains the public key itself, not its hash (BIP-341)
  if (isTaproot && !ecc.isXOnlyPoint(script.slice(2))) return 'No key can belong to this address.'
  return undefined
}

function paymentScript(text: string, network: Network): Uint8Array {
  const refuse = (why: string): Error => invalidArgument(`${text} cannot be paid on ${network.name}: ${why}`)
  const chain = chainOf(network.caipNetworkId)
  let address: BitcoinAddress
  try {
    address = readAddress(text)
  } catch (error) {
    throw refuse(messageOf(error))
  }
  if (!chain || !address.isOn(chain)) throw refuse('it is an address of another network.')
  const reason = unspendableReason(address)
  if (reason !== undefined) throw refuse(reason)
  return address.script
}

const dataScript = (data: Uint8Array): Uint8Array =>
  Uint8Array.of(OP_RETURN, ...(data.length < OP_PUSHDATA1 ? [] : [OP_PUSHDATA1]), data.length, ...data)

/** Data in a script that {@link dataScript} made; `undefined` for other scripts. */
export function readData(script: Uint8Array): Uint8Array | undefined {
  const start = script[1] === OP_PUSHDATA1 ? 3 : 2
  const data = script.slice(start)
  const isData = data.length > 0 && data.length <= MAX_DATA && dataScript(data).every((byte, i) => byte === script[i])
  return isData ? data : undefined
}

function toOutput(call: BitcoinCall, network: Network): Output {
  if ('data' in call) {
    const { data } = call
    if (!(data instanceof Uint8Array) || data.length === 0 || data.length > MAX_DATA)
      throw invalidArgument(`The data of an OP_RETURN output must be a Uint8Array of 1 to ${MAX_DATA} bytes.`)
    return { script: dataScript(data), amount: 0n }
  }
  const { address, amount } = call
  const script = paymentScript(address, network)
  if (amount !== 'max' && typeof amount !== 'bigint')
    throw invalidArgument('The amount of an output must be a bigint or "max".')
  const minimum = dustOf(script)
  if (amount !== 'max' && amount < minimum)
    throw invalidArgument(
      `The minimum amount for this receiver is ${amountWithSymbol(minimum, network.nativeCurrency)}.`,
    )
  return { script, amount }
}

/** Validates calls and converts them to outputs, in the same order. Throws `INVALID_ARGUMENT`. */
export function toOutputs(calls: readonly BitcoinCall[], network: Network): readonly Output[] {
  if (calls.length > MAX_OUTPUTS)
    throw invalidArgument(
      `A transaction can have up to ${MAX_OUTPUTS} outputs, not ${calls.length}. Send several transactions.`,
    )
  const outputs = calls.map((call) => toOutput(call, network))
  if (outputs.filter(({ amount }) => amount === 'max').length > 1)
    throw invalidArgument('Only one output can have the amount "max".')
  if (outputs.filter(({ script }) => script[0] === OP_RETURN).length > 1)
    throw invalidArgument('A transaction can have at most one OP_RETURN output: nodes do not relay more.')
  return outputs
}

const formats: Readonly<Record<BitcoinChain['hrp'], typeof networks.bitcoin>> = {
  bc: networks.bitcoin,
  tb: networks.testnet,
  bcrt: networks.regtest,
}

/** Address of an output; `undefined` for scripts that have none. */
export function toAddress(script: Uint8Array, network: Network): string | undefined {
  initEccLib(ecc)
  const chain = chainOf(network.caipNetworkId)
  try {
    return chain && addresses.fromOutputScript(script, formats[chain.hrp])
  } catch {
    return undefined // a script without an address
  }
}
