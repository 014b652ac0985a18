import { isXOnlyPoint } from '@bitcoinerlab/secp256k1'
import { messageOf, type ReceiverFinding, type ReceiverReport, type SendDraft } from '@wallet-modal/kernel'
import { type BitcoinAddress, readAddress } from '../address.js'
import { chainOf, chains } from '../chains.js'
import { foreignNetwork } from './foreign.js'
import { dustOf } from './weight.js'

/** Nodes pass outputs of versions to come on, and anybody may spend them. */
const isOfUse = ({ script }: BitcoinAddress): boolean => {
  const [version = 0, length] = script
  return version < 0x51 || version > 0x60 || (version === 0x51 && length === 32)
}

const refuse = (code: string, text?: string): ReceiverReport => ({
  address: undefined,
  findings: [{ code, severity: 'refuse', ...(text && { text }) }],
})

/** See `SendHandler.inspectReceiver`. A Bitcoin address says all there is to know by itself. */
export function inspectReceiver(
  typed: string,
  { connection, network }: Pick<SendDraft, 'connection' | 'network'>,
): ReceiverReport {
  const text = typed.trim()
  const chain = chainOf(network.caipNetworkId)
  const foreign = foreignNetwork(text)
  if (foreign) return refuse('wrongNetwork', foreign)
  try {
    const address = readAddress(text)
    const { script, isTaproot } = address
    if (!chain || !address.isOn(chain)) {
      const of = chains.filter((one) => address.isOn(one)).map(({ name }) => name)
      return refuse('wrongNetwork', of.join(', '))
    }
    if (!isOfUse(address)) return refuse('unspendable', 'No wallet can spend from an address of this kind yet.')
    // a taproot output holds its key as it is (BIP-341)
    if (isTaproot && !isXOnlyPoint(script.slice(2))) return refuse('unspendable', 'No key can belong to this address.')
    const own: readonly ReceiverFinding[] =
      address.text === connection.account.address ? [{ code: 'ownAddress', severity: 'warn' }] : []
    return { address: address.text, findings: own }
  } catch (error) {
    const said = messageOf(error)
    if (/private key/.test(said)) return refuse('privateKey', said)
    return refuse(/checksum/.test(said) ? 'wrongChecksum' : 'invalidAddress', said)
  }
}

/** The least that may be sent to an address, in satoshis. */
export const leastFor = (address: string): bigint => dustOf(readAddress(address).script)
