import { readWith } from '@wallet-modal/kernel'

/** 21 million bitcoins. */
const MAX_SATOSHIS = 2_100_000_000_000_000n

/**
 * Converts a bitcoin amount to satoshis. The node sends the amount as a JSON number. A double keeps eight decimals up to 21 million, so no digit of
 * the amount is lost. Throws unless the value is an amount in whole satoshis, up to 21 million bitcoins.
 */
export function toSatoshis(amount: unknown): bigint {
  if (typeof amount !== 'number') throw new Error('is not an amount')
  const [, whole = '', decimals = '', exponent = '0'] = /^(\d+)(?:\.(\d+))?(?:e-(\d+))?$/.exec(String(amount)) ?? []
  const scale = decimals.length + Number(exponent)
  if (whole === '' || scale > 8) throw new Error('is not an amount in whole satoshis')
  const satoshis = BigInt(whole + decimals) * 10n ** BigInt(8 - scale)
  if (satoshis > MAX_SATOSHIS) throw new Error('is more than 21 million bitcoins')
  return satoshis
}

/** Parses the reply of `scantxoutset`: the total amount, in satoshis. */
export const scannedBalance = readWith((answer): bigint => {
  const { success, total_amount: total }: { success?: unknown; total_amount?: unknown } = Object(answer)
  if (success !== true) throw new Error('did not finish')
  return toSatoshis(total)
})
