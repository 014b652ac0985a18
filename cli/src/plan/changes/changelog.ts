import semver from 'semver'

/** Changes of one version of one package. */
export interface ChangelogEntry {
  readonly package: string
  readonly version: string
  readonly text: string
}

export interface ChangelogRange {
  /** Installed version; `undefined` if it is not known. */
  readonly from: string | undefined
  readonly to: string
}

/**
 * Changelog sections of the versions after `from` up to `to`. The newest version is first; sections of the same version are in the order of `names`.
 * For a downgrade, sections of the versions after `to` up to `from`. Empty if `from` is `undefined`.
 */
export function changelogBetween(
  changelogs: Readonly<Record<string, string>>,
  names: readonly string[],
  { from, to }: ChangelogRange,
): readonly ChangelogEntry[] {
  if (from === undefined) return []
  const [low, high] = semver.lt(to, from) ? [to, from] : [from, to]
  return names
    .flatMap((name) => (Object.hasOwn(changelogs, name) ? entriesOf(name, changelogs[name] ?? '') : []))
    .filter(({ version }) => semver.gt(version, low) && semver.lte(version, high))
    .sort((a, b) => semver.rcompare(a.version, b.version))
}

/** Sections of a changelog, from `## 1.2.3` headings. Leaves out versions that only update dependencies. */
function entriesOf(name: string, text: string): readonly ChangelogEntry[] {
  return text
    .split(/^## /m)
    .slice(1)
    .flatMap((part): ChangelogEntry[] => {
      const [heading = '', ...lines] = part.split('\n')
      const version = semver.valid(heading.trim().replace(/^\[?v?([^\]\s]+).*$/, '$1'))
      const body = withoutDependencies(lines)
      return version && body !== '' ? [{ package: name, version, text: body }] : []
    })
}

const withoutDependencies = (lines: readonly string[]): string => {
  const remainingLines: string[] = []
  let skipping = false
  for (const line of lines) {
    if (!/^\s/.test(line) && line !== '') skipping = /^- Updated dependencies/.test(line)
    if (!skipping) remainingLines.push(line)
  }
  const text = remainingLines.join('\n').replace(/^### .*\n+(?=### |$(?![\s\S]))/gm, '')
  return text.replace(/\n{3,}/g, '\n\n').trim()
}
