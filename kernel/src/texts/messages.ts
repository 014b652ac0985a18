import { withDeadline } from '../errors/deadline.js'
import { type ReadonlySignal, type Signal, signal } from '../signals.js'
import {
  type Catalogue,
  chooseLocale,
  format,
  type Languages,
  type Locale,
  type StringOverrides,
  type Strings,
  type Translate,
} from './i18n.js'
import { warnAboutKeys } from './warnings.js'

interface MessagesOptions {
  readonly strings?: StringOverrides | undefined
  readonly languages?: Languages | undefined
  /** Texts of a plugin by its name. */
  catalogueOf?(name: string): Promise<Catalogue | undefined>
  /** Called when texts cannot be loaded. */
  failed?(name: string, error: unknown): void
}

/** Texts of the kernel and of all plugins. Loads them on demand, in one language at a time. */
export interface Messages {
  /** Closest match for the current language in the catalogue and the site's languages. Reads no signals. */
  choose(catalogue: Catalogue): Locale
  /**
   * Translate function of a plugin or of the kernel. It reads signals. `catalogue`: texts of an owner that is not a plugin. Pass it in the first call
   * for this owner.
   */
  of(name: string, catalogue?: Catalogue): Translate
  /** Language of a plugin's loaded texts; `undefined` if no texts are loaded. Reads signals. */
  languageOf(name: string): Locale | undefined
  /** Loads the texts of one owner in the current language. Reports texts that cannot be loaded. Rejects only if `catalogueOf` rejects. */
  load(name: string): Promise<void>
  /** Loads the texts of all owners in the current language. Never rejects. */
  loadAll(): Promise<unknown>
}

interface Owner {
  /** Texts of the plugin, with those of the site in the requested language. */
  catalogue(requested: Locale): Promise<Catalogue>
  readonly loaded: Signal<{ readonly locale: Locale; readonly strings: Strings }>
  /** Whether `load` was called. */
  isRequested: boolean
  /** Whether no texts are loaded yet. While true, missing texts are empty; afterwards, their keys are displayed. */
  isWaiting: boolean
  /** Whether all texts of the language are loaded. */
  isComplete: boolean
  /** Whether the latest failure was reported. Reset once the texts are loaded. */
  isReported: boolean
  readonly translate: Translate
}

interface OwnerOptions extends Pick<Owner, 'catalogue'> {
  load(): Promise<void>
  /** Called when `load` rejects. */
  failed(error: unknown): void
}

interface SiteTexts {
  readonly name: string
  readonly languages: Languages | undefined
  readonly requested: Locale
}

/** Adds the site's own texts in the requested language, if the site has languages of its own. */
const withSiteTexts = async (own: Catalogue, { name, languages, requested }: SiteTexts): Promise<Catalogue> =>
  languages
    ? import('./site-languages.js').then(
        ({ withLanguages }) => withLanguages(name, own, languages, requested),
        () => own,
      )
    : own

/** Creates an owner. Until its own texts are loaded, it has only the texts in the site's option `strings`. */
function ownerWith(strings: Strings, { catalogue, load, failed }: OwnerOptions): Owner {
  const loaded: Owner['loaded'] = signal({ locale: 'en', strings })
  const owner: Owner = {
    catalogue,
    loaded,
    translate: (key, values) => {
      // another plugin may display a text of this plugin before a view of this plugin has loaded the texts
      if (!owner.isRequested)
        load().catch((error: unknown) => {
          owner.isRequested = false // the text stays empty, and the next call loads the texts again
          failed(error)
        })
      const { strings, locale } = loaded.value
      return owner.isWaiting && !Object.hasOwn(strings, key) ? '' : format(strings, locale, key, values)
    },
    isRequested: false,
    isWaiting: true,
    isComplete: false,
    isReported: false,
  }
  return owner
}

export function createMessages(
  locale: ReadonlySignal<Locale>,
  { strings: overrides = {}, languages, catalogueOf, failed }: MessagesOptions = {},
): Messages {
  const owners = new Map<string, Owner>()
  const overridesOf = (name: string): Strings => (Object.hasOwn(overrides, name) && overrides[name]) || {}
  const report = (owner: Owner, name: string, error: unknown): void => {
    if (!owner.isReported) failed?.(name, error)
    owner.isReported = true
  }
  const createOwner = (name: string, own?: Catalogue): Owner => {
    const owner = ownerWith(overridesOf(name), {
      catalogue: async (requested) =>
        withSiteTexts(own ?? (await catalogueOf?.(name)) ?? {}, { name, languages, requested }),
      load: () => withDeadline(load(name), 'loading its texts', name),
      failed: (error) => report(owner, name, error),
    })
    owners.set(name, owner)
    return owner
  }
  const ownerOf = (name: string, catalogue?: Catalogue): Owner => owners.get(name) ?? createOwner(name, catalogue)
  const choose = (catalogue: Catalogue): Locale => chooseLocale(locale.peek(), { ...catalogue, ...languages })
  const load = async (name: string): Promise<void> => {
    const owner = ownerOf(name)
    owner.isRequested = true
    const requestedLocale = locale.peek()
    const catalogue = await owner.catalogue(requestedLocale)
    const chosen = chooseLocale(requestedLocale, catalogue)
    if (owner.isComplete && owner.loaded.peek().locale === chosen) return
    const run = async (language: Locale): Promise<Strings> => ({ ...(await catalogue[language]?.()) })
    const results = await Promise.allSettled([run('en'), run(chosen)])
    if (locale.peek() !== requestedLocale) return load(name)
    const failure = results.find((one) => one.status === 'rejected')
    if (failure) report(owner, name, failure.reason)
    else owner.isReported = false
    if (failure && owner.isComplete) return
    owner.isComplete = !failure
    owner.isWaiting = false
    const [english, translated] = results.map((one) => ('value' in one ? one.value : undefined))
    owner.loaded.value = {
      locale: translated ? chosen : 'en',
      strings: { ...english, ...translated, ...overridesOf(name) },
    }
    if (process.env.NODE_ENV !== 'production' && english)
      warnAboutKeys('strings', name, { english, texts: overridesOf(name), warnsAboutMissing: false })
  }
  return {
    choose,
    of: (name, catalogue) => ownerOf(name, catalogue).translate,
    languageOf(name) {
      const { locale: language, strings } = ownerOf(name).loaded.value
      return Object.keys(strings).length > 0 ? language : undefined
    },
    load,
    loadAll: () => Promise.allSettled([...owners.keys()].map(load)),
  }
}
