import type { Board } from '@twentyfour/core';
import { History, Image, Pencil, Printer } from 'lucide-react';
import { useState } from 'react';
import { useBoardPermissions, useMirror } from '../../core/hooks';
import * as messages from '../../messages/board';
import * as common from '../../messages/common';
import * as print_messages from '../../messages/print';
import { SidePanel } from '../../ui/SidePanel';
import { BackgroundForm } from './BackgroundForm';
import { BoardActivity } from './BoardActivity';
import { BoardForm } from './BoardForm';
import { DensityItem } from './DensityItem';
import { PanelMenuItem } from './PanelMenuItem';
import { print } from './print/print';
import { notificationActions } from './watching';

type View = 'menu' | 'board' | 'background' | 'activity';

const TITLES: Record<View, () => string> = {
  menu: messages.settings,
  board: common.editBoard,
  background: messages.backgroundTitle,
  activity: messages.activity,
};

interface BoardPanelProps {
  board: Board;
  open: boolean;
  preview: string | undefined;
  onPreview: (image: string | undefined) => void;
  onClose: () => void;
}

/**
 * The settings of a board, of which members who may not change them only get the activity and the notifications: a menu with
 * entries, of which most open a view. It opens with the menu.
 */
export function BoardPanel({ board, open, preview, onPreview, onClose }: BoardPanelProps) {
  const [chosen, setView] = useState<View>('menu');
  const { can_edit_board } = useBoardPermissions();
  // The role may change while a form is open.
  const view = can_edit_board || chosen === 'activity' ? chosen : 'menu';
  const title = view === 'menu' && !can_edit_board ? messages.options() : TITLES[view]();
  const isBackgroundLocked = useMirror(({ limits }) => limits.backgrounds !== null);
  const back = () => {
    onPreview(undefined);
    setView('menu');
  };
  const [wasOpen, setWasOpen] = useState(open);
  // Reset to the menu on opening rather than on closing, so that the panel does not change while it slides out.
  if (open !== wasOpen) {
    setWasOpen(open);
    if (open) setView('menu');
  }
  return (
    <SidePanel
      open={open}
      title={title}
      onBack={view === 'menu' ? undefined : back}
      onClose={() => {
        onPreview(undefined);
        onClose();
      }}
    >
      {view === 'menu' && (
        <nav aria-label={title} className="-mx-3 flex flex-col">
          {can_edit_board && (
            <>
              <PanelMenuItem icon={Pencil} onPress={() => setView('board')}>
                {common.editBoard()}
              </PanelMenuItem>
              <PanelMenuItem icon={Image} isLocked={isBackgroundLocked} onPress={() => setView('background')}>
                {messages.backgroundTitle()}
              </PanelMenuItem>
            </>
          )}
          <PanelMenuItem icon={History} onPress={() => setView('activity')}>
            {messages.activity()}
          </PanelMenuItem>
          {notificationActions(board).map(({ name, icon, text, run }) => (
            <PanelMenuItem key={name} icon={icon} opensView={false} onPress={run}>
              {text}
            </PanelMenuItem>
          ))}
          <DensityItem />
          <PanelMenuItem
            icon={Printer}
            opensView={false}
            onPress={() => {
              onClose();
              print(null);
            }}
          >
            {print_messages.print()}
          </PanelMenuItem>
        </nav>
      )}
      {view === 'activity' && <BoardActivity onLeave={onClose} />}
      {view === 'board' && <BoardForm key={board.id} board={board} onDone={() => undefined} />}
      {view === 'background' && <BackgroundForm board={board} preview={preview} onPreview={onPreview} />}
    </SidePanel>
  );
}
