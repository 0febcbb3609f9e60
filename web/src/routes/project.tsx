import { Navigate, useParams } from 'react-router';

/** The older address of a board, by its id, which a board's page takes in place of its slug. */
export default function ProjectRedirect() {
  const { boardId = '' } = useParams();
  return <Navigate to={`/app/b/${encodeURIComponent(boardId)}`} replace />;
}
