export const packageManagers = ['npm', 'pnpm', 'yarn', 'bun'] as const

export type PackageManager = (typeof packageManagers)[number]

/** File with pnpm's settings and catalogs, which marks the root of a workspace. */
export const pnpmSettings = 'pnpm-workspace.yaml'

export const isPackageManager = (name: string): name is PackageManager =>
  packageManagers.some((known) => known === name)

/** Package manager that runs this process, from its user agent (`npm_config_user_agent`). Default: npm. */
export function detectPackageManager(userAgent: string | undefined): PackageManager {
  const name = userAgent?.split('/')[0] ?? ''
  return isPackageManager(name) ? name : 'npm'
}

/** Command that adds a package to a site. */
export const addPackage = (manager: PackageManager, spec: string): string =>
  `${manager} ${manager === 'npm' ? 'install' : 'add'} ${spec}`

/** Command that runs a package script. */
export const runScript = (manager: PackageManager, script: string): string =>
  manager === 'npm' || manager === 'bun' ? `${manager} run ${script}` : `${manager} ${script}`
