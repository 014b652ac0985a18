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

/** Answer of `Metadata_metadata_at_version`, in hex, without its length. */
const withoutLength = (answer: string): string => answer.slice(answer.indexOf('6d657461')) // "meta"
const withLength = (hex: string): string => `0x01${u8aToHex(compactToU8a(hex.length / 2)).slice(2)}${hex}`

/** A chain's metadata with false descriptions of a pallet's calls. `typeId` finds a type by its JSON. */
export function falseMetadata(
  answer: string,
  pallet: string,
  change: (variant: Variant, typeId: (what: RegExp) => number) => Variant,
): string {
  const registry = new TypeRegistry()
  const metadata = new Metadata(registry, `0x${withoutLength(answer)}`)
  registry.setMetadata(metadata)
  const { pallets, lookup } = metadata.asV15
  const calls = pallets.find(({ name }) => name.eq(pallet))?.calls.unwrap().type
  if (!calls) throw new Error(`The metadata have no ${pallet}.`)
  const typeId = (what: RegExp): number => {
    const found = lookup.types.find(({ type }) => what.test(JSON.stringify(type)))
    if (!found) throw new Error(`The metadata have no ${what}.`)
    return found.id.toNumber()
  }
  return withLength(
    lookup.getSiType(calls).def.asVariant.variants.reduce((hex, one) => {
      const changed = change(one.toJSON() as unknown as Variant, typeId)
      const [was, is] = [one.toHex().slice(2), registry.createType('Si1Variant', changed).toHex().slice(2)]
      if (hex.split(was).length !== 2) throw new Error(`The metadata have ${one.name} more than once.`)
      return hex.replace(was, is)
    }, withoutLength(answer)),
  )
}
