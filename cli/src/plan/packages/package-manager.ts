/** The package managers that the CLI knows. */
export const packageManagers = ['npm', 'pnpm', 'yarn', 'bun'] as const

export type PackageManager = (typeof packageManagers)[number]

/** Where pnpm keeps settings and catalogs, and what makes a folder the root of its workspace. */
export const pnpmSettings = 'pnpm-workspace.yaml'

export const isPackageManager = (name: string): name is PackageManager =>
  packageManagers.some((known) => known === name)

/** The package manager that runs this process, by the user agent that they all set; npm when none did. */
export function detectPackageManager(userAgent: string | undefined): PackageManager {
  const name = userAgent?.split('/')[0] ?? ''
  return isPackageManager(name) ? name : 'npm'
}

/** How a person runs a package script. */
export const runScript = (manager: PackageManager, script: string): string =>
  manager === 'npm' || manager === 'bun' ? `${manager} run ${script}` : `${manager} ${script}`
