import { useCallback, useMemo } from 'react';
import { dispatch } from '../../core/client';
import { useMirror } from '../../core/hooks';
import * as messages from '../../messages/shortcut_settings';
import { showToast } from '../../platform/toasts';
import { COMMAND_IDS } from '../../shell/commands/commands';
import { COMMAND_DETAILS, COMMAND_GROUPS, groupName } from '../../shell/commands/details';
import { formatShortcuts } from '../../shell/commands/editShortcuts';
import { parseShortcuts, type Shortcuts } from '../../shell/commands/preference';
import { Button } from '../../ui/Button';
import { FieldRow } from '../../ui/FieldRow';
import { Switch } from '../../ui/Switch';
import { TitledSection } from '../../ui/TitledSection';
import { ShortcutRow } from './ShortcutRow';

/** The section of keyboard shortcuts: a switch for single keys, and all commands with their keys. */
export default function ShortcutsSection() {
  const preference = useMirror(({ preferences }) => preferences.shortcuts ?? '');
  const shortcuts = useMemo(() => parseShortcuts(preference), [preference]);
  const save = useCallback((changed: Shortcuts) => {
    const rejection = dispatch({ type: 'set_preferences', update: { shortcuts: formatShortcuts(changed) } });
    if (rejection) showToast('error', rejection.message, null);
  }, []);
  return (
    <div className="flex max-w-140 flex-col gap-8">
      <FieldRow label={messages.singleKeys()} hint={messages.singleKeysHint()}>
        {(ids) => <Switch isOn={shortcuts.singleKeys} onChange={(singleKeys) => save({ ...shortcuts, singleKeys })} {...ids} />}
      </FieldRow>
      {COMMAND_GROUPS.map((group) => (
        <TitledSection key={group} title={groupName(group)}>
          <ul>
            {COMMAND_IDS.filter((id) => COMMAND_DETAILS[id].group === group).map((id) => (
              <ShortcutRow key={id} id={id} shortcuts={shortcuts} onChange={save} />
            ))}
          </ul>
        </TitledSection>
      ))}
      <div>
        <Button disabled={Object.keys(shortcuts.keys).length === 0} onClick={() => save({ ...shortcuts, keys: {} })}>
          {messages.resetAll()}
        </Button>
      </div>
    </div>
  );
}
