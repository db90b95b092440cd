// The only file that includes Boost.Beast, which takes a minute to compile.
#include "foray/server/server.h"

#include <array>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <csignal>
#include <ctime>
#include <memory>
#include <optional>
#include <utility>

#include "foray/notation/text.h"

namespace foray::server {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
using asio::ip::tcp;
using boost::system::error_code;

constexpr std::uint32_t kMostHeaderBytes = 8 * 1024;
constexpr std::size_t kMostBufferedBytes = 16 * 1024;
/// What is still read from a client that was told to go, so that it can read why.
constexpr std::size_t kMostDrainedBytes = 64 * 1024;
constexpr std::chrono::seconds kDrainTime{1};
constexpr std::chrono::milliseconds kPauseAfterFailure{100};

using Response = http::response<http::span_body<const char>>;

/// What all connections share.
struct Shared {
    const Site& site;
    const ServerOptions& options;
    std::size_t connections = 0;
};

/// "Sun, 15 Nov 2026 10:00:00 GMT".
std::string date_now() {
    std::array<char, 40> text{};
    const std::time_t now = std::time(nullptr);
    std::tm parts{};
    gmtime_r(&now, &parts);
    return {text.data(), std::strftime(text.data(), text.size(), "%a, %d %b %Y %H:%M:%S GMT", &parts)};
}

Response respond(const Reply& reply, bool keep_alive) {
    Response response;
    response.version(11);
    response.result(static_cast<unsigned>(reply.status));
    response.keep_alive(keep_alive);
    response.set(http::field::date, date_now());
    for (const Header& header : security_headers()) response.set(header.name, header.value);
    if (!reply.cache.empty()) response.set(http::field::cache_control, reply.cache);
    if (!reply.etag.empty()) response.set(http::field::etag, reply.etag);
    if (reply.varies) response.set(http::field::vary, "Accept-Encoding");
    if (reply.status == 405) response.set(http::field::allow, "GET, HEAD");
    if (reply.status != 304) {
        response.set(http::field::content_type, reply.type);
        if (!reply.encoding.empty()) response.set(http::field::content_encoding, reply.encoding);
        response.content_length(reply.body.size());
        if (!reply.measured_only) response.body() = {reply.body.data(), reply.body.size()};
    }
    return response;
}

/// One connection: requests one after the other, until somebody has had enough.
class Connection : public std::enable_shared_from_this<Connection> {
public:
    Connection(tcp::socket&& socket, Shared& shared) : stream_(std::move(socket)), shared_(shared) { ++shared_.connections; }
    Connection(const Connection&) = delete;
    Connection& operator=(const Connection&) = delete;
    ~Connection() { --shared_.connections; }

    void listen() {
        parser_.emplace();
        parser_->header_limit(kMostHeaderBytes);
        // The deadline is for the whole request: sending it byte by byte gains nothing.
        stream_.expires_after(shared_.options.patience);
        http::async_read_header(stream_, buffer_, *parser_, beast::bind_front_handler(&Connection::on_request, shared_from_this()));
    }

    void turn_away() { send(Site::error(503), false); }

private:
    void on_request(error_code error, std::size_t /*bytes*/) {
        if (error == http::error::end_of_stream) return part();
        if (error == http::error::header_limit || error == http::error::buffer_overflow) return send(Site::error(431), false);
        if (error.category() == http::make_error_code(http::error::bad_target).category()) return send(Site::error(400), false);
        if (error) return;
        const auto& request = parser_->get();
        const auto text = [&](http::field name) {
            const auto value = request[name];
            return std::string_view(value.data(), value.size());
        };
        const Reply reply = shared_.site.reply({.method = {request.method_string().data(), request.method_string().size()},
                                                .target = {request.target().data(), request.target().size()},
                                                .accept_encoding = text(http::field::accept_encoding),
                                                .if_none_match = text(http::field::if_none_match)});
        // Nobody has a use for a body: whoever announces one is answered and sent away, unread.
        const bool has_body = !parser_->is_done();
        send(has_body && reply.status != 405 ? Site::error(400) : reply, request.keep_alive() && !has_body && reply.status < 405);
    }

    void send(const Reply& reply, bool keep_alive) {
        response_.emplace(respond(reply, keep_alive));
        stream_.expires_after(shared_.options.patience);
        http::async_write(stream_, *response_, [self = shared_from_this(), keep_alive](error_code error, std::size_t /*bytes*/) {
            if (error) return;
            if (keep_alive) {
                self->listen();
            } else {
                self->part();
            }
        });
    }

    /// Closing while something is unread would reset the connection, and the client might lose the answer.
    void part() {
        error_code ignored;
        stream_.socket().shutdown(tcp::socket::shutdown_send, ignored);  // NOLINT(bugprone-unused-return-value)
        stream_.expires_after(kDrainTime);
        drain();
    }

    void drain() {
        stream_.async_read_some(asio::buffer(rest_), [self = shared_from_this()](error_code error, std::size_t bytes) {
            self->drained_ += bytes;
            if (!error && self->drained_ < kMostDrainedBytes) self->drain();
        });
    }

    beast::tcp_stream stream_;
    Shared& shared_;
    beast::flat_buffer buffer_{kMostBufferedBytes};
    std::optional<http::request_parser<http::empty_body>> parser_;
    std::optional<Response> response_;
    std::array<char, 4096> rest_{};
    std::size_t drained_ = 0;
};

class Listener {
public:
    Listener(asio::io_context& io, Shared& shared) : acceptor_(io), pause_(io), shared_(shared) {}

    error_code open(const tcp::endpoint& at) {
        error_code error;
        acceptor_.open(at.protocol(), error);
        // A port whose last owner has just gone is free.
        if (!error) acceptor_.set_option(asio::socket_base::reuse_address(true), error);
        if (!error) acceptor_.bind(at, error);
        if (!error) acceptor_.listen(asio::socket_base::max_listen_connections, error);
        return error;
    }

    [[nodiscard]] tcp::endpoint place() const { return acceptor_.local_endpoint(); }

    void welcome() {
        acceptor_.async_accept([this](error_code error, tcp::socket socket) {
            if (error == asio::error::operation_aborted) return;
            if (error) return rest();
            error_code ignored;
            socket.set_option(tcp::no_delay(true), ignored);  // NOLINT(bugprone-unused-return-value)
            const bool full = shared_.connections >= shared_.options.most_connections;
            const auto connection = std::make_shared<Connection>(std::move(socket), shared_);
            if (full) {
                connection->turn_away();
            } else {
                connection->listen();
            }
            welcome();
        });
    }

private:
    /// The system has run out of something, such as file descriptors: it may have some again in a moment.
    void rest() {
        pause_.expires_after(kPauseAfterFailure);
        pause_.async_wait([this](error_code error) {
            if (!error) welcome();
        });
    }

    tcp::acceptor acceptor_;
    asio::steady_timer pause_;
    Shared& shared_;
};

std::string url_of(const tcp::endpoint& at) {
    const std::string host = at.address().to_string();
    return "http://" + (at.address().is_v6() ? "[" + host + "]" : host) + ":" + std::to_string(at.port()) + "/";
}

}  // namespace

Result<bool> serve(const Site& site, const ServerOptions& options, const std::function<void(const std::string& url)>& on_listening) {
    error_code error;
    const auto address = asio::ip::make_address(options.host == "localhost" ? "127.0.0.1" : options.host, error);
    if (error) return Error{quoted(options.host) + " is not an address such as 127.0.0.1"};
    asio::io_context io(1);
    Shared shared{site, options};
    Listener listener(io, shared);
    error = listener.open({address, options.port});
    if (error == asio::error::address_in_use) return Error{"port " + std::to_string(options.port) + " is in use"};
    if (error) return Error{"cannot listen at " + url_of({address, options.port}) + ": " + error.message()};
    asio::signal_set signals(io, SIGINT, SIGTERM);
    signals.async_wait([&io](error_code, int) { io.stop(); });
    listener.welcome();
    on_listening(url_of(listener.place()));
    io.run();
    return true;
}

}  // namespace foray::server
