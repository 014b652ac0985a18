import type { ViewProps } from '@wallet-modal/kernel'
import { Button, Icon, useValue } from '@wallet-modal/kernel/ui'
import type { ReactNode } from 'react'
import { ConnectSocials } from '../contract.js'
import type { Login } from '../login/login.js'
import { socialNames } from '../social/socials.js'
import { SocialList } from './social-list.js'
import { SocialMark } from './social-mark.js'

type Props = ViewProps<void, void, Login>

/** Maximum number of services that the block displays without a tile for the full list. */
const MAX_SERVICES = 6

/**
 * Social logins as a block of the Connect view: the first service as a wide button, the other services as tiles. Two services are two tiles. With
 * more than {@link MAX_SERVICES} services, four tiles are services and the last tile opens the full list.
 */
export function SocialBlockView({ model, ctx }: Props): ReactNode {
  const canConnect = useValue(model.canConnect)
  const { socials, social } = model
  const [first] = socials
  if (!first) return null
  const hasWide = socials.length !== 2
  const tileSocials = socials.slice(hasWide ? 1 : 0)
  const hasMore = socials.length > MAX_SERVICES
  const tiles = hasMore ? tileSocials.slice(0, 4) : tileSocials
  const columns = tiles.length + (hasMore ? 1 : 0)
  return (
    <div style={{ display: 'grid', gap: 8 }}>
      {hasWide && (
        <Button
          kind="secondary"
          icon={<SocialMark id={first} />}
          disabled={!canConnect}
          onClick={() => social.start(first)}
        >
          {ctx.t('social.continue', { name: socialNames[first] })}
        </Button>
      )}
      {columns > 0 && (
        <div style={{ display: 'grid', gap: 8, gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}>
          {tiles.map((id) => (
            <Tile
              key={id}
              label={ctx.t('social.continue', { name: socialNames[id] })}
              disabled={!canConnect}
              onClick={() => social.start(id)}
            >
              <SocialMark id={id} />
            </Tile>
          ))}
          {hasMore && (
            <Tile label={ctx.t('socials.more')} onClick={() => void ctx.router.push(ConnectSocials)}>
              <Icon name="chevron" />
            </Tile>
          )}
        </div>
      )}
    </div>
  )
}

interface TileProps {
  readonly label: string
  readonly children: ReactNode
  readonly disabled?: boolean
  onClick(): void
}

const Tile = ({ label, children, disabled, onClick }: TileProps): ReactNode => (
  <button
    type="button"
    className="wm-button wm-secondary"
    aria-label={label}
    title={label}
    disabled={disabled}
    style={{ paddingInline: 0 }}
    onClick={onClick}
  >
    {children}
  </button>
)

export const ConnectSocialsView = ({ model, ctx }: Props): ReactNode => <SocialList model={model} t={ctx.t} />
