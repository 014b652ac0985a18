import type { PackageManager } from '../packages/package-manager.js'
import { features, flagOf } from '../plugins/features.js'
import type { FirstParty } from '../plugins/first-party.js'
import { defaultNetworks, newSite, type SiteChoices } from '../site/new-site.js'
import { toSiteManifestText } from '../site/site-manifest.js'

export interface CreateCommandInput {
  /** Folder as typed by the user. */
  readonly folder: string
  /** Last segment of the folder, the default site name. */
  readonly folderName: string
  readonly choices: SiteChoices
  /** `undefined` for the default template. */
  readonly template: string | undefined
  readonly packageManager: PackageManager
  /** Packages and version of this release. */
  readonly release: FirstParty
}

/** Words of a flag, and a function that returns the choices without this flag. */
interface FlagChoice {
  readonly words: readonly string[]
  readonly without: (choices: SiteChoices) => SiteChoices
}

/** Words of the command that creates the same project, from `npx` on, with a flag for each choice that is not the default. */
export const createCommand = (input: CreateCommandInput): readonly string[] => [
  ...commandWords(input),
  ...siteWords(input),
]

/** `createCommand` for a project created with `--from`. */
export const createFromCommand = (
  input: Omit<CreateCommandInput, 'choices' | 'folderName'> & { readonly from: string },
): readonly string[] => [...commandWords(input), ...flag('from', input.from)]

const commandWords = ({
  folder,
  template,
  packageManager,
  release,
}: Omit<CreateCommandInput, 'choices' | 'folderName'>): readonly string[] => [
  'npx',
  `create-wallet-modal@${release.version}`,
  'create',
  folder,
  '--yes',
  ...(template === undefined ? [] : flag('template', template)),
  ...(packageManager === 'npm' ? [] : flag('pm', packageManager)),
]

/** Words of the required flags. Omits a flag if wallet-modal.json would be the same without it. */
function siteWords({ choices, folderName, release }: CreateCommandInput): readonly string[] {
  const manifest = (siteChoices: SiteChoices): string => toSiteManifestText(newSite(siteChoices, release))
  const manifestText = manifest(choices)
  let remaining = choices
  const requiredWords: string[] = []
  for (const { words, without } of flagChoices(choices, folderName)) {
    const next = without(remaining)
    if (isSame(() => manifest(next), manifestText)) remaining = next
    else requiredWords.push(...words)
  }
  return requiredWords
}

/** Whether `make` returns the expected text. `false` if `make` throws. */
function isSame(make: () => string, manifestText: string): boolean {
  try {
    return make() === manifestText
  } catch {
    return false // without this flag, the choices are invalid
  }
}

function flagChoices(choices: SiteChoices, folderName: string): readonly FlagChoice[] {
  const { title, projectId, networks, plugins, sandbox, sandboxUrl, theme, locale } = choices
  const flagChoice = (words: readonly string[], withoutFlag: Partial<SiteChoices>): FlagChoice => ({
    words,
    without: (siteChoices) => ({ ...siteChoices, ...withoutFlag }),
  })
  const textFlag = (
    name: string,
    value: string | undefined,
    withoutFlag: Partial<SiteChoices>,
  ): readonly FlagChoice[] => (value === undefined ? [] : [flagChoice(flag(name, value), withoutFlag)])
  return [
    ...textFlag('name', title, { title: folderName.trim() }),
    ...textFlag('project-id', projectId, { projectId: undefined }),
    ...textFlag('networks', networks.join(','), { networks: defaultNetworks }),
    ...textFlag('plugins', plugins?.join(','), { plugins: undefined }),
    flagChoice([sandbox ? '--sandbox' : '--no-sandbox'], { sandbox: true }),
    ...textFlag('sandbox-url', sandboxUrl, { sandboxUrl: undefined }),
    ...textFlag('theme', theme, { theme: undefined }),
    ...textFlag('locale', locale, { locale: undefined }),
    ...features.flatMap(({ name }) => featureChoice(name, choices)),
  ]
}

function featureChoice(name: string, { features: values }: SiteChoices): readonly FlagChoice[] {
  const value = values[name]
  if (value === undefined) return []
  const words = typeof value === 'string' ? flag(flagOf(name), value) : [`--${value ? '' : 'no-'}${flagOf(name)}`]
  return [
    { words, without: (siteChoices) => ({ ...siteChoices, features: { ...siteChoices.features, [name]: undefined } }) },
  ]
}

/** Words of a flag and its value: one word (`--flag=value`) if the value looks like a flag, else two. */
const flag = (name: string, value: string): readonly string[] =>
  value.startsWith('-') ? [`--${name}=${value}`] : [`--${name}`, value]
