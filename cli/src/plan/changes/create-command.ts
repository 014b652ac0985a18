import type { PackageManager } from '../packages/package-manager.js'
import { features, flagOf } from '../plugins/features.js'
import type { FirstParty } from '../plugins/first-party.js'
import { defaultNetworks, newSite, type SiteChoices } from '../site/new-site.js'
import { toSiteManifestText } from '../site/site-manifest.js'

/** What decides about a new site, besides its wallet-modal.json. */
export interface CreateCommandInput {
  /** As a person named it. */
  readonly folder: string
  /** The last part of the folder, which is the site's name where no other is given. */
  readonly folderName: string
  readonly choices: SiteChoices
  /** Absent where it is the default. */
  readonly template: string | undefined
  readonly packageManager: PackageManager
  readonly list: FirstParty
}

/** One flag, and what the choices are without it. */
interface Part {
  readonly words: readonly string[]
  readonly without: (choices: SiteChoices) => SiteChoices
}

/**
 * The words of the command line that makes the same project again. A flag that changes nothing is left out, so that what is left is what a
 * person really chose.
 */
export const createCommand = (input: CreateCommandInput): readonly string[] => [
  ...commandWords(input),
  ...siteWords(input),
]

/** The same for a project that was made of a manifest. */
export const createFromCommand = (
  input: Omit<CreateCommandInput, 'choices' | 'folderName'> & { readonly from: string },
): readonly string[] => [...commandWords(input), ...flag('from', input.from)]

const commandWords = ({
  folder,
  template,
  packageManager,
  list,
}: Omit<CreateCommandInput, 'choices' | 'folderName'>): readonly string[] => [
  'npx',
  `create-wallet-modal@${list.version}`,
  'create',
  folder,
  '--yes',
  ...(template === undefined ? [] : flag('template', template)),
  ...(packageManager === 'npm' ? [] : flag('pm', packageManager)),
]

function siteWords({ choices, folderName, list }: CreateCommandInput): readonly string[] {
  const manifest = (given: SiteChoices): string => toSiteManifestText(newSite(given, list))
  const goal = manifest(choices)
  let rest = choices
  const kept: string[] = []
  for (const { words, without } of partsOf(choices, folderName)) {
    const next = without(rest)
    if (isSame(() => manifest(next), goal)) rest = next
    else kept.push(...words)
  }
  return kept
}

/** Choices that make no site without a flag are not the same, of course. */
function isSame(make: () => string, goal: string): boolean {
  try {
    return make() === goal
  } catch {
    return false // the error belongs to choices that nobody made
  }
}

function partsOf(choices: SiteChoices, folderName: string): readonly Part[] {
  const { title, projectId, networks, plugins, sandbox, sandboxUrl, theme, locale } = choices
  const part = (words: readonly string[], change: Partial<SiteChoices>): Part => ({
    words,
    without: (given) => ({ ...given, ...change }),
  })
  const text = (name: string, value: string | undefined, change: Partial<SiteChoices>): readonly Part[] =>
    value === undefined ? [] : [part(flag(name, value), change)]
  return [
    ...text('name', title, { title: folderName.trim() }),
    ...text('project-id', projectId, { projectId: undefined }),
    ...text('networks', networks.join(','), { networks: defaultNetworks }),
    ...text('plugins', plugins?.join(','), { plugins: undefined }),
    part([sandbox ? '--sandbox' : '--no-sandbox'], { sandbox: true }),
    ...text('sandbox-url', sandboxUrl, { sandboxUrl: undefined }),
    ...text('theme', theme, { theme: undefined }),
    ...text('locale', locale, { locale: undefined }),
    ...features.flatMap(({ name }) => featurePart(name, choices)),
  ]
}

function featurePart(name: string, { features: values }: SiteChoices): readonly Part[] {
  const value = values[name]
  if (value === undefined) return []
  const words = typeof value === 'string' ? flag(flagOf(name), value) : [`--${value ? '' : 'no-'}${flagOf(name)}`]
  return [{ words, without: (given) => ({ ...given, features: { ...given.features, [name]: undefined } }) }]
}

/** In one word where the value could be taken for a flag. */
const flag = (name: string, value: string): readonly string[] =>
  value.startsWith('-') ? [`--${name}=${value}`] : [`--${name}`, value]
