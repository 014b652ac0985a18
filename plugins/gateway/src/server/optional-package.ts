/** Packages that only some gateways need, in tested versions. They are not installed by default. */
export const optionalPackages = {
  '@hono/node-server': '2.1.8',
  '@redis/client': '6.3.1',
  '@wallet-modal/blockscout': '0.1.0',
  '@wallet-modal/defillama': '0.1.0',
  '@wallet-modal/email-social': '0.1.0',
  '@wallet-modal/wallets': '0.1.0',
  libsql: '0.5.29',
  nodemailer: '10.6.0',
  pg: '8.23.1',
} as const

type OptionalPackage = keyof typeof optionalPackages

/** Error for an optional package that is not installed. */
export class MissingPackageError extends Error {
  override readonly name = 'MissingPackageError'

  constructor(
    readonly packageName: OptionalPackage,
    feature: string,
    options: { readonly cause: unknown },
  ) {
    super(
      `${feature} requires the package "${packageName}". Install it: npm install ${packageName}@${optionalPackages[packageName]}`,
      options,
    )
  }
}

/**
 * Imports an optional package. If the package is not installed, throws a {@link MissingPackageError} with the name of the package and of the feature
 * that needs it. Rethrows all other errors, also for a missing dependency of the package.
 */
export async function loadOptional<T>(
  packageName: OptionalPackage,
  feature: string,
  load: () => Promise<T>,
): Promise<T> {
  try {
    return await load()
  } catch (cause) {
    const isNotFound = cause instanceof Error && 'code' in cause && cause.code === 'ERR_MODULE_NOT_FOUND'
    const isMissing = isNotFound && cause.message.includes(`package '${packageName}'`)
    throw isMissing ? new MissingPackageError(packageName, feature, { cause }) : cause
  }
}
