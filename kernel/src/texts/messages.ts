import { withDeadline } from '../errors/deadline.js'
import { type ReadonlySignal, type Signal, signal } from '../signals.js'
import { chooseLocale, format, type Locale, type StringOverrides, type Strings, type Translate } from './i18n.js'

type Catalogue = Readonly<Record<Locale, () => Promise<Strings>>>

interface Owner {
  readonly catalogue: () => Promise<Catalogue>
  readonly loaded: Signal<{ readonly locale: Locale; readonly strings: Strings }>
  readonly translate: Translate
  /** Whether `load` was called. */
  isRequested: boolean
  /** Whether no texts are loaded yet. While true, missing texts are empty; afterwards, their keys are displayed. */
  isWaiting: boolean
  /** Whether all texts of the language are loaded. */
  isComplete: boolean
  /** Whether the latest failure was reported. Reset once the texts are loaded. */
  isReported: boolean
}

/** Texts of the kernel and of all plugins. Loads them on demand, in one language at a time. */
export class Messages {
  readonly #owners = new Map<string, Owner>()
  readonly #locale: ReadonlySignal<Locale>
  readonly #overrides: StringOverrides
  readonly #catalogueOf: (name: string) => Promise<Catalogue | undefined>
  readonly #failed: (name: string, error: unknown) => void

  constructor(
    locale: ReadonlySignal<Locale>,
    overrides: StringOverrides,
    catalogueOf: (name: string) => Promise<Catalogue | undefined> = async () => undefined,
    failed: (name: string, error: unknown) => void = () => {},
  ) {
    this.#locale = locale
    this.#overrides = overrides
    this.#catalogueOf = catalogueOf
    this.#failed = failed
  }

  /**
   * Translate function of a plugin or of the kernel. It reads signals. `catalogue`: texts that belong to no plugin; only the first call for an owner
   * uses it.
   */
  of(name: string, catalogue?: Catalogue): Translate {
    return this.#owner(name, catalogue).translate
  }

  /** Language of a plugin's texts: English if the plugin lacks the visitor's language. `undefined` if no texts are loaded. Reads signals. */
  languageOf(name: string): Locale | undefined {
    const { locale, strings } = this.#owner(name).loaded.value
    return Object.keys(strings).length > 0 ? locale : undefined
  }

  /** Loads the texts of one owner in the current language. Uses English for texts that are missing or cannot be loaded. */
  async load(name: string): Promise<void> {
    const owner = this.#owner(name)
    owner.isRequested = true
    const catalogue = await owner.catalogue()
    const requestedLocale = this.#locale.peek()
    const locale = chooseLocale([requestedLocale], Object.keys(catalogue))
    if (owner.isComplete && owner.loaded.peek().locale === locale) return
    const strings = async (language: Locale): Promise<Strings> => ({ ...(await catalogue[language]?.()) })
    const [english, translated] = await Promise.allSettled([strings('en'), locale === 'en' ? {} : strings(locale)])
    if (this.#locale.peek() !== requestedLocale) return this.load(name)
    const failure = [english, translated].find((one) => one.status === 'rejected')
    const isComplete = failure === undefined
    if (failure) this.#report(owner, name, failure.reason)
    else owner.isReported = false
    if (!isComplete && owner.isComplete) return
    owner.isComplete = isComplete
    owner.isWaiting = false
    const texts = [english, translated].map((one) => (one.status === 'fulfilled' ? one.value : {}))
    owner.loaded.value = {
      locale: translated.status === 'fulfilled' ? locale : 'en',
      strings: { ...texts[0], ...texts[1], ...this.#overridesOf(name) },
    }
  }

  /** Loads the texts of all owners in the current language. Never rejects. */
  loadAll(): Promise<unknown> {
    return Promise.allSettled([...this.#owners.keys()].map((name) => this.load(name)))
  }

  #report(owner: Owner, name: string, error: unknown): void {
    if (!owner.isReported) this.#failed(name, error)
    owner.isReported = true
  }

  #overridesOf(name: string): Strings {
    return Object.hasOwn(this.#overrides, name) ? (this.#overrides[name] ?? {}) : {}
  }

  #owner(name: string, catalogue?: Catalogue): Owner {
    const existing = this.#owners.get(name)
    if (existing) return existing
    const loaded = signal<{ readonly locale: Locale; readonly strings: Strings }>({
      locale: 'en',
      strings: this.#overridesOf(name),
    })
    const owner: Owner = {
      catalogue: async () => catalogue ?? (await this.#catalogueOf(name)) ?? {},
      loaded,
      translate: (key, values) => {
        // another plugin's view may display a label before any view of the label's own plugin is loaded
        if (!owner.isRequested)
          withDeadline(this.load(name), 'loading its texts', name).catch((error: unknown) => {
            owner.isRequested = false // the text stays empty, and the next call loads the texts again
            this.#report(owner, name, error)
          })
        const { strings, locale } = loaded.value
        return owner.isWaiting && !Object.hasOwn(strings, key) ? '' : format(strings, locale, key, values)
      },
      isRequested: false,
      isWaiting: true,
      isComplete: false,
      isReported: false,
    }
    this.#owners.set(name, owner)
    return owner
  }
}
