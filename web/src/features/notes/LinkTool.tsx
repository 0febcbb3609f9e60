import type { Editor } from '@tiptap/core';
import { ExternalLink, Link } from 'lucide-react';
import { use, useState } from 'react';
import * as common from '../../messages/common';
import * as messages from '../../messages/notes';
import { Button } from '../../ui/Button';
import { Field } from '../../ui/Field';
import { Icon } from '../../ui/Icon';
import { isMac } from '../../ui/keyboard';
import { Popover } from '../../ui/Popover';
import { openUrl } from './editor/editor';
import { normalizeTypedUrl } from './editor/urls';
import { ToolButton, TooltipSide } from './ToolButton';

interface LinkToolProps {
  editor: Editor;
  /** Whether the caret is in a link. */
  isActive: boolean;
  isOpen: boolean;
  setIsOpen: (isOpen: boolean) => void;
}

/** Turns the selection into a link, or edits, opens and removes the link at the caret. */
export function LinkTool({ editor, isActive, isOpen, setIsOpen }: LinkToolProps) {
  return (
    <Popover
      label={messages.toolLink()}
      side={use(TooltipSide)}
      open={isOpen}
      onOpenChange={setIsOpen}
      onCloseFocus={() => {
        // It also closes with the page.
        if (!editor.isDestroyed) editor.view.focus();
      }}
      className="w-80"
      trigger={
        <ToolButton label={messages.toolLink()} keys={[isMac ? 'Meta' : 'Control', 'K']} aria-pressed={isActive}>
          <Icon icon={Link} />
        </ToolButton>
      }
    >
      <LinkForm editor={editor} onDone={() => setIsOpen(false)} />
    </Popover>
  );
}

/** Links the selection, or inserts the URL itself if nothing is selected. */
function setLink(editor: Editor, href: string, typed: string): void {
  const chain = editor.chain().extendMarkRange('link');
  if (editor.state.selection.empty && !editor.isActive('link')) {
    chain.insertContent({ type: 'text', text: typed, marks: [{ type: 'link', attrs: { href } }] }).run();
  } else {
    chain.setLink({ href }).run();
  }
}

function LinkForm({ editor, onDone }: { editor: Editor; onDone: () => void }) {
  const address = String(editor.getAttributes('link').href ?? '');
  const [text, setText] = useState(address);
  const [isRejected, setIsRejected] = useState(false);
  const submit = () => {
    const href = normalizeTypedUrl(text);
    setIsRejected(href === null);
    if (href === null) return;
    setLink(editor, href, text.trim());
    onDone();
  };
  const remove = () => {
    editor.chain().extendMarkRange('link').unsetLink().run();
    onDone();
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      className="flex flex-col gap-3"
    >
      <Field
        label={messages.linkAddress()}
        type="url"
        inputMode="url"
        autoFocus
        autoComplete="off"
        spellCheck={false}
        placeholder={messages.linkAddressExample()}
        value={text}
        error={isRejected ? messages.linkInvalid() : null}
        onChange={(event) => setText(event.target.value)}
      />
      <div className="flex flex-wrap justify-end gap-2">
        {address !== '' && (
          <>
            <Button variant="quiet" onClick={() => openUrl(address)} className="mr-auto">
              <Icon icon={ExternalLink} size={16} />
              {common.open()}
            </Button>
            <Button onClick={remove}>
              {messages.linkRemove()}
            </Button>
          </>
        )}
        <Button type="submit" variant="primary">
          {address === '' ? messages.linkAdd() : common.save()}
        </Button>
      </div>
    </form>
  );
}
