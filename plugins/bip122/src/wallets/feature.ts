/** Feature of a Wallet Standard wallet; `undefined` if the wallet does not have this feature, or if the feature is not an object. */
export function featureOf(wallet: object, name: string): object | undefined {
  const features: unknown = Reflect.get(wallet, 'features')
  const feature: unknown = Object.hasOwn(Object(features), name) ? Reflect.get(Object(features), name) : undefined
  return typeof feature === 'object' && feature !== null ? feature : undefined
}
