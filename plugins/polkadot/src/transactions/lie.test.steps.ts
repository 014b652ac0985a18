import { Metadata, TypeRegistry } from '@polkadot/types'
import { compactToU8a, u8aToHex } from '@polkadot/util'

interface Field {
  readonly name: string | null
  readonly type: number
  readonly typeName: string | null
  readonly docs: readonly string[]
}
interface Variant {
  readonly name: string
  readonly fields: readonly Field[]
  readonly index: number
  readonly docs: readonly string[]
}

/** Metadata as `Metadata_metadata_at_version` answers them, in hex without their length. */
const opened = (answer: string): string => answer.slice(answer.indexOf('6d657461')) // "meta"
const closed = (hex: string): string => `0x01${u8aToHex(compactToU8a(hex.length / 2)).slice(2)}${hex}`

/** A chain's metadata with calls of the pallet `Balances` told otherwise than they are. `typeId` finds a type by what it is in JSON. */
export function lieOfBalances(
  answer: string,
  change: (variant: Variant, typeId: (what: RegExp) => number) => Variant,
): string {
  const registry = new TypeRegistry()
  const metadata = new Metadata(registry, `0x${opened(answer)}`)
  registry.setMetadata(metadata)
  const { pallets, lookup } = metadata.asV15
  const calls = pallets.find(({ name }) => name.eq('Balances'))?.calls.unwrap().type
  if (!calls) throw new Error('The metadata have no Balances.')
  const typeId = (what: RegExp): number => {
    const found = lookup.types.find(({ type }) => what.test(JSON.stringify(type)))
    if (!found) throw new Error(`The metadata have no ${what}.`)
    return found.id.toNumber()
  }
  return closed(
    lookup.getSiType(calls).def.asVariant.variants.reduce((hex, one) => {
      const told = change(one.toJSON() as unknown as Variant, typeId)
      const [was, is] = [one.toHex().slice(2), registry.createType('Si1Variant', told).toHex().slice(2)]
      if (hex.split(was).length !== 2) throw new Error(`The metadata have ${one.name} more than once.`)
      return hex.replace(was, is)
    }, opened(answer)),
  )
}
