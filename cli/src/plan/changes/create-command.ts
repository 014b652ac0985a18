import type { PackageManager } from '../packages/package-manager.js'
import { features, flagOf } from '../plugins/features.js'
import type { FirstParty } from '../plugins/first-party.js'
import { defaultNetworks, newSite, type SiteChoices } from '../site/new-site.js'
import { toSiteManifestText } from '../site/site-manifest.js'

/** Inputs of a new site other than its wallet-modal.json. */
export interface CreateCommandInput {
  /** As typed by the user. */
  readonly folder: string
  /** Last segment of the folder, the default site name. */
  readonly folderName: string
  readonly choices: SiteChoices
  /** Absent for the default. */
  readonly template: string | undefined
  readonly packageManager: PackageManager
  readonly list: FirstParty
}

/** A flag, and the choices without it. */
interface Part {
  readonly words: readonly string[]
  readonly without: (choices: SiteChoices) => SiteChoices
}

/** Arguments of the command that creates the same project, without flags that have no effect. */
export const createCommand = (input: CreateCommandInput): readonly string[] => [
  ...commandWords(input),
  ...siteWords(input),
]

/** The same for a project created with `--from`. */
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
  const manifest = (siteChoices: SiteChoices): string => toSiteManifestText(newSite(siteChoices, list))
  const goal = manifest(choices)
  let rest = choices
  const requiredWords: string[] = []
  for (const { words, without } of partsOf(choices, folderName)) {
    const next = without(rest)
    if (isSame(() => manifest(next), goal)) rest = next
    else requiredWords.push(...words)
  }
  return requiredWords
}

/** Choices that are invalid without a flag differ, of course. */
function isSame(make: () => string, goal: string): boolean {
  try {
    return make() === goal
  } catch {
    return false // the error concerns choices that the user did not make
  }
}

function partsOf(choices: SiteChoices, folderName: string): readonly Part[] {
  const { title, projectId, networks, plugins, sandbox, sandboxUrl, theme, locale } = choices
  const part = (words: readonly string[], change: Partial<SiteChoices>): Part => ({
    words,
    without: (siteChoices) => ({ ...siteChoices, ...change }),
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
  return [
    { words, without: (siteChoices) => ({ ...siteChoices, features: { ...siteChoices.features, [name]: undefined } }) },
  ]
}

/** As one word (`--flag=value`) if the value looks like a flag. */
const flag = (name: string, value: string): readonly string[] =>
  value.startsWith('-') ? [`--${name}=${value}`] : [`--${name}`, value]
