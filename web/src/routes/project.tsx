import { Navigate, useParams } from 'react-router';
import { useMirror } from '../core/hooks';

/** The older address of a board, by its id: leads to its slug, or by the id itself, which a board's page takes as well. */
export default function ProjectRedirect() {
  const { boardId = '' } = useParams();
  const slug = useMirror((mirror) => mirror.boards.find(({ id }) => id === boardId)?.slug);
  return <Navigate to={`/app/b/${encodeURIComponent(slug ?? boardId)}`} replace />;
}
