/**
 * Types of the chain families, by CAIP-2 namespace. The plugin of a family declares its own in the module `@wallet-modal/kernel`:
 * `interface NamespaceTypes { example: { provider: ExampleProvider; address: string } }`. The driver of the family must return values of
 * these types: `parseProvider` validates the provider, and `connect` returns addresses in their canonical form.
 */
// biome-ignore lint/suspicious/noEmptyInterface: plugins add its members
export interface NamespaceTypes {}

/** Provider of a namespace, for example an EIP-1193 provider; `unknown` if no plugin declares it. */
export type ProviderOf<Namespace extends keyof NamespaceTypes> = NamespaceTypes[Namespace] extends {
  readonly provider: infer Provider
}
  ? Provider
  : unknown

/** Address of a namespace, for example `` `0x${string}` ``; `string` if no plugin declares it. */
export type AddressOf<Namespace extends keyof NamespaceTypes> = NamespaceTypes[Namespace] extends {
  readonly address: infer Address extends string
}
  ? Address
  : string
