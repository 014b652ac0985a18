import semver from 'semver'
import * as v from 'valibot'
import { parseWith } from '../../plan/arguments/parse.js'
import { parseJson } from '../../plan/files/json.js'
import { kernelName } from '../../plan/plugins/first-party.js'
import type { PluginPackage } from '../../plan/plugins/plugin-manifest.js'
import { runCommand } from '../run-command.js'
import { type FetchedPlugin, fetchPlugin } from './fetch-plugin.js'
import { isNotFound, npmFailed } from './npm-error.js'
import { retryEnv } from './retry-env.js'

const maxTries = 5

const entry = v.object({
  version: v.pipe(
    v.string(),
    v.check((text) => semver.valid(text) === text),
  ),
  peerDependencies: v.optional(v.record(v.string(), v.string()), {}),
})
const entries = v.union([
  v.array(entry),
  v.pipe(
    entry,
    v.transform((one) => [one]),
  ),
])

export interface CompatibleInput {
  readonly cwd: string
  readonly signal: AbortSignal
  /** Checks the manifest of a version, for example its range of kernel versions. */
  readonly isCompatible: (plugin: PluginPackage) => boolean
  readonly kernelVersion: string
}

/**
 * Newest version of a published plugin that is newer than `version`, accepts the kernel version as a peer dependency, and passes `isCompatible`.
 * Downloads the packages of at most five candidates, newest first. `undefined` if none of them is suitable. Uses npm's registry for the site. Throws
 * `INSTALL_FAILED`, `NO_PACKAGE_MANAGER`, `INVALID_MANIFEST` or `INVALID_PATH`.
 */
export async function fetchCompatible(
  { name, version }: PluginPackage,
  { cwd, signal, isCompatible, kernelVersion }: CompatibleInput,
): Promise<FetchedPlugin | undefined> {
  const args = ['view', `${name}@>${version}`, 'name', 'version', 'peerDependencies', '--json', '--loglevel', 'silent']
  const end = await runCommand({ file: 'npm', args, cwd, env: retryEnv(), signal })
  const isFound = end.exitCode === 0
  if (!isFound && !isNotFound(end.stdout)) throw npmFailed(`read the versions of "${name}"`, end)
  const candidates = (isFound ? parseEntries(end.stdout) : [])
    .filter((one) => semver.gt(one.version, version) && accepts(one.peerDependencies[kernelName] ?? '*', kernelVersion))
    .map((one) => one.version)
    .sort(semver.rcompare)
    .slice(0, maxTries)
  for (const candidate of candidates) {
    const fetched = await fetchPlugin({ name, version: candidate }, { cwd, signal })
    if (fetched && isCompatible(fetched.plugin)) return fetched
  }
  return undefined
}

const accepts = (range: string, version: string): boolean =>
  semver.satisfies(version, range, { includePrerelease: true })

/** Versions in the JSON output of `npm view`. Empty if npm found no version or the output is invalid. */
function parseEntries(stdout: string): readonly v.InferOutput<typeof entry>[] {
  try {
    const result = parseWith(entries, parseJson(stdout))
    return 'value' in result ? result.value : []
  } catch {
    return [] // npm prints nothing if no version matches
  }
}
