import { type Changelogs, loadChangelogs, loadFirstParty, parseChangelogs, parseFirstParty } from '../../assets.js'
import type { Environment } from '../../environment.js'
import { CliError } from '../../errors.js'
import type { FirstParty } from '../../plan/plugins/first-party.js'
import { cliName } from '../../plan/plugins/first-party.js'
import { fetchFiles } from './fetch-plugin.js'

/** A release: the list of its packages, and their changelogs. */
export interface Release {
  readonly release: FirstParty
  readonly changelogs: Changelogs
}

/**
 * Reads a release from the tarball of its `create-wallet-modal` package, which contains the list of all packages. Runs no code of the release. `to`
 * is a version or a tag; default: `latest`. If `to` is the version of this tool, no request is sent. Throws `UNKNOWN_RELEASE`, or
 * `INVALID_MANIFEST`, `INSTALL_FAILED` or `NO_PACKAGE_MANAGER`.
 */
export async function fetchRelease(to: string | undefined, env: Environment): Promise<Release> {
  const own = await loadFirstParty(env.assets)
  if (to === own.version) return { release: own, changelogs: await loadChangelogs(env.assets) }
  const version = to ?? 'latest'
  if (!/^[A-Za-z\d][\w.+-]{0,99}$/.test(version)) throw unknown(version)
  const files = await fetchFiles({ name: cliName, version }, { cwd: env.cwd, signal: env.signal })
  if (!files) throw unknown(version)
  try {
    const release = parseFirstParty(files('dist/assets/first-party.json'))
    return { release, changelogs: parseChangelogs(files('dist/assets/changelogs.json')) }
  } catch (cause) {
    throw new CliError('UNKNOWN_RELEASE', `${cliName} ${own.version} cannot read the release ${version}.`, {
      advice: `Use that release instead: npx ${cliName}@${version} upgrade --to ${version}`,
      cause,
    })
  }
}

const unknown = (version: string): CliError =>
  new CliError('UNKNOWN_RELEASE', `There is no release ${JSON.stringify(version.slice(0, 100))} of ${cliName}.`, {
    advice: `List the releases: npm view ${cliName} versions`,
  })
